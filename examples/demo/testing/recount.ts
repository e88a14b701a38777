import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../../db/sqlite/binding.ts'
import type { DemoEvent } from '../demo-event.ts'

// Counts the events of a demo by loops over its file, with nothing of the service but the topic that each wording stands under.

/** An event with its day in the site's zone, the engine that it names, and the source of its visit. */
export interface RawEvent extends DemoEvent {
  day: string
  path: string
  reader: string
  /** The engine that was opened or asked, or that a referral came from. */
  engine: string | undefined
  /** The number of its visit. */
  visit: number
  /** The engine that its visit came from. */
  arrival: string | undefined
  topic: string | undefined
}

const PAUSE_MS = 30 * 60_000
const DAY_MS = 86_400_000

const ENGINE_BY_HOST: Readonly<Record<string, DemoEvent['target']>> = {
  'chatgpt.com': 'chatgpt',
  'claude.ai': 'claude',
  'copilot.microsoft.com': 'copilot',
  'gemini.google.com': 'gemini',
  'www.perplexity.ai': 'perplexity',
}

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })

/** Reads the events that a demo imported, in the order of time. */
export function readRawEvents(directory: string): RawEvent[] {
  const topics = topicByQuestion(join(directory, 'citable.db'))
  const lines = readFileSync(join(directory, 'events.ndjson'), 'utf8').trimEnd().split('\n')
  // @NOTE the demo wrote these lines itself.
  const events = lines.map((line) => JSON.parse(line) as DemoEvent)
  const last = new Map<string, { atMs: number; visit: number; arrival: string | undefined }>()
  return events
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map((event, i) => {
      const atMs = Date.parse(event.at)
      const day = calendar.format(atMs)
      const reader = `${day} ${event.visitor}`
      const from = event.referrer && ENGINE_BY_HOST[new URL(event.referrer).host]
      const before = last.get(reader)
      const goesOn = before !== undefined && atMs - before.atMs <= PAUSE_MS
      const { visit, arrival } = goesOn ? before : { visit: i, arrival: from }
      last.set(reader, { atMs, visit, arrival })
      const engine = event.kind === 'referral' ? from : event.target
      const topic = event.question === undefined ? undefined : topics.get(event.question)
      return {
        ...event,
        day,
        path: new URL(event.url).pathname,
        reader,
        engine,
        visit,
        arrival,
        topic,
      }
    })
}

/** Reads the label under which each question stands, by the tables alone. */
function topicByQuestion(file: string): Map<string, string> {
  const db = new Sqlite(file, { readonly: true })
  try {
    const rows = db
      .prepare<[], { text: string; label: string }>(
        `SELECT DISTINCT q.text, COALESCE(whole.label, t.label) AS label
         FROM question q JOIN wording w ON w.num = q.wording_num JOIN topic t ON t.num = w.topic_num
           LEFT JOIN topic whole ON whole.num = t.part_of`,
      )
      .all()
    return new Map(rows.map(({ text, label }) => [text, label]))
  } finally {
    db.close()
  }
}

type Kind = DemoEvent['kind']
const isUse = ({ kind }: RawEvent): boolean =>
  kind === 'ai_click' || kind === 'share' || kind === 'question'

export const count = (events: readonly RawEvent[], kind: Kind): number =>
  events.filter((event) => event.kind === kind).length

/** Counts each reader once a day. */
export const readers = (
  events: readonly RawEvent[],
  holds: (event: RawEvent) => boolean = () => true,
): number => new Set(events.filter(holds).map(({ reader }) => reader)).size

/** The parts of each share. */
export const SHARES: Readonly<Record<string, (events: readonly RawEvent[]) => [number, number]>> = {
  ai_ctr: (events) => [count(events, 'ai_click'), count(events, 'impression')],
  share_rate: (events) => [count(events, 'share'), count(events, 'impression')],
  question_rate: (events) => [count(events, 'question'), count(events, 'impression')],
  ai_click_rate: (events) => [
    readers(events, ({ kind }) => kind === 'ai_click'),
    readers(events, ({ kind }) => kind === 'impression'),
  ],
  engagement_rate: (events) => [
    readers(events, isUse),
    readers(events, ({ kind }) => kind === 'impression'),
  ],
  return_rate: returned,
}

/** Counts each reader with each engine that they opened, and those who came from it after that within a day. */
function returned(events: readonly RawEvent[]): [number, number] {
  const opened = new Map<string, number[]>()
  const back = new Set<string>()
  for (const { kind, reader, engine, at } of events) {
    const pair = `${reader} ${engine}`
    const atMs = Date.parse(at)
    const clicks = opened.get(pair) ?? []
    if (kind === 'ai_click') opened.set(pair, [...clicks, atMs])
    if (kind === 'referral' && clicks.some((click) => atMs - click <= DAY_MS)) back.add(pair)
  }
  return [back.size, opened.size]
}

export const COUNTS: Readonly<Record<string, (events: readonly RawEvent[]) => number>> = {
  impressions: (events) => count(events, 'impression'),
  ai_clicks: (events) => count(events, 'ai_click'),
  shares: (events) => count(events, 'share'),
  questions: (events) => count(events, 'question'),
  ai_referrals: (events) => count(events, 'referral'),
  visitors: (events) => readers(events),
  sessions: (events) => new Set(events.map(({ visit }) => visit)).size,
  // The demo's site sends no page views.
  pageviews: () => 0,
}

/** Parts events by a value that some of them have. */
export function by(
  events: readonly RawEvent[],
  valueOf: (event: RawEvent) => string | undefined,
): Map<string, RawEvent[]> {
  const parts = new Map<string, RawEvent[]>()
  for (const event of events) {
    const value = valueOf(event)
    if (value === undefined) continue
    const part = parts.get(value)
    if (part) part.push(event)
    else parts.set(value, [event])
  }
  return parts
}

/** The interval of a share by Wilson (1927), at 95 %. */
export function interval([k, n]: readonly [number, number]): [number, number] {
  const z = 1.96
  const p = k / n
  const spread = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2))
  const middle = p + z ** 2 / (2 * n)
  const whole = 1 + z ** 2 / n
  return [(middle - spread) / whole, (middle + spread) / whole]
}
