import {
  between,
  createRandom,
  deriveSeed,
  happens,
  weightedPicker,
  type Random,
} from '../../demo/random.ts'
import type { EvalEvent } from './eval-event.ts'
import { NEW_QUESTION, QUESTIONS_BY_PATH } from './questions-asked.ts'

/** The values that a site's events are drawn from; equal options give equal events. */
interface EventOptions {
  seed: number
  /** The first day, UTC. */
  from: string
  /** No event is later. */
  now: string
  visitorsPerDay: number
  paths: readonly (readonly [string, number])[]
}

type Draft = Omit<EvalEvent, 'eventId' | 'at'> & { atMs: number }
type Person = Pick<EvalEvent, 'visitor' | 'country' | 'device' | 'language'>

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** UTC days of the week from Sunday on; readers come on Sundays. */
const WEEKDAY = [1.5, 0.9, 0.9, 0.9, 1, 0.9, 1.2]
/** A day on which a person who is well known wrote about the site. */
const SPIKE = '2026-10-14'
/** From this day on, readers of the page on shipping open an AI rarely. */
const FEWER_CLICKS = { from: '2026-11-09', path: '/shipping' }
const CLAUDE_GROWS = '2026-10-01'

const pickPerson = weightedPicker<readonly [country: string, language: string]>([
  [['DE', 'de-DE'], 40],
  [['US', 'en-US'], 25],
  [['GB', 'en-GB'], 14],
  [['AT', 'de-AT'], 12],
  [['FR', 'fr-FR'], 9],
])
const pickDevice = weightedPicker<EvalEvent['device']>([
  ['mobile', 58],
  ['desktop', 35],
  ['tablet', 7],
])
const pickReferrer = weightedPicker<string | undefined>([
  [undefined, 40],
  ['https://www.google.com/', 30],
  ['https://chatgpt.com/', 10],
  ['https://www.perplexity.ai/search', 5],
  ['https://claude.ai/chat', 3],
  ['https://paddlers.example/forum', 12],
])
const pickHour = weightedPicker<number>([
  [6, 3],
  [9, 8],
  [12, 12],
  [16, 10],
  [19, 30],
  [20, 22],
  [22, 6],
])
const pickKind = weightedPicker<string>([
  ['summarize', 5],
  ['explain', 3],
  ['ask', 2],
])
const AI_HOSTS = ['chatgpt.com', 'perplexity.ai', 'claude.ai']

/** Draws events of a site, ordered by time within each day. */
export function* makeEvents(options: EventOptions): Generator<EvalEvent> {
  const { seed, from, now } = options
  const pickPath = weightedPicker(options.paths)
  for (let startMs = Date.parse(from), day = 0; startMs < Date.parse(now); startMs += DAY_MS) {
    const random = createRandom(deriveSeed(seed, day))
    const date = new Date(startMs).toISOString().slice(0, 10)
    const factor = (WEEKDAY[new Date(startMs).getUTCDay()] ?? 1) * (date === SPIKE ? 3 : 1)
    const drafts: Draft[] = []
    for (let rest = Math.round(options.visitorsPerDay * factor); rest > 0; rest -= 1) {
      const [country, language] = pickPerson(random)
      const visitor = `${seed}-${date}-${rest}`
      const person = { visitor, country, language, device: pickDevice(random) }
      const startedMs = startMs + (pickHour(random) + random()) * HOUR_MS
      drafts.push(...visit(random, person, pickPath(random), startedMs, date))
    }
    const happened = drafts.filter(({ atMs }) => atMs <= Date.parse(now))
    for (const [index, { atMs, ...event }] of happened.entries()) {
      yield { eventId: `${seed}-${date}-${index}`, at: new Date(atMs).toISOString(), ...event }
    }
    day += 1
  }
}

/** Draws what a reader does on a page: sees the button, opens an AI, asks, shares, and comes back. */
function visit(random: Random, person: Person, url: string, atMs: number, date: string): Draft[] {
  const referrer = pickReferrer(random)
  const on = { url, ...person, ...(referrer !== undefined && { referrer }) }
  const cameFromAi = AI_HOSTS.some((host) => referrer?.includes(host))
  const events: Draft[] = [{ kind: 'pageview', atMs, ...on }]
  if (cameFromAi) events.push({ kind: 'referral', atMs: atMs + 1_000, ...on })
  const promptKind = pickKind(random)
  events.push({ kind: 'impression', atMs: atMs + 2_000, ...on, promptKind })
  if (happens(random, 0.05)) {
    events.push({ kind: 'share', atMs: atMs + MINUTE_MS, ...on, method: 'copy_link' })
  }
  const isRare = url === FEWER_CLICKS.path && date >= FEWER_CLICKS.from
  if (!happens(random, isRare ? 0.05 : 0.35)) return events
  const target = pickEngine(random, date)
  events.push({ kind: 'ai_click', atMs: atMs + 2 * MINUTE_MS, ...on, target, promptKind })
  const question = questionOn(random, url, date)
  if (question !== undefined) {
    events.push({ kind: 'question', atMs: atMs + 3 * MINUTE_MS, ...on, target, question })
  }
  if (target === 'chatgpt' && happens(random, 0.2)) {
    const back = { url, ...person, referrer: 'https://chatgpt.com/' }
    const backMs = atMs + between(random, 10, 60) * MINUTE_MS
    events.push({ kind: 'referral', atMs: backMs, ...back })
  }
  return events
}

const ENGINES = { chatgpt: 55, perplexity: 18, gemini: 15 }
const pickBefore = weightedPicker([...Object.entries(ENGINES), ['claude', 6]])
const pickAfter = weightedPicker([...Object.entries(ENGINES), ['claude', 24]])

const pickEngine = (random: Random, date: string): string =>
  (date < CLAUDE_GROWS ? pickBefore : pickAfter)(random)

function questionOn(random: Random, url: string, date: string): string | undefined {
  if (url === NEW_QUESTION.path && date >= NEW_QUESTION.from) return NEW_QUESTION.text
  const asked = QUESTIONS_BY_PATH[url]
  if (!asked || !happens(random, 0.6)) return undefined
  return asked[Math.floor(random() * asked.length)]
}
