import type { EvalEvent } from '../data/eval-event.ts'
import { SHOP_EVENTS, ZONE } from '../data/start-eval-service.ts'

/** An event with its place in the site's calendar and the engine that it names. */
export interface CountedEvent extends EvalEvent {
  /** The local day, such as `2026-11-20`. */
  day: string
  /** Local, `00` to `23`. */
  hour: string
  /** The local day of the week, such as `Sun`. */
  weekday: string
  engine: string
}

const calendar = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  weekday: 'short',
})

/** Hosts that the data's readers come from. */
const ENGINE_BY_HOST: Readonly<Record<string, string>> = {
  'chatgpt.com': 'chatgpt',
  'www.perplexity.ai': 'perplexity',
  'claude.ai': 'claude',
}

/** The events of the shop. */
export const COUNTED: readonly CountedEvent[] = SHOP_EVENTS.map((event) => {
  const parts = Object.fromEntries(
    calendar.formatToParts(Date.parse(event.at)).map(({ type, value }) => [type, value]),
  )
  const host = event.referrer === undefined ? '' : new URL(event.referrer).host
  const engine = event.kind === 'referral' ? ENGINE_BY_HOST[host] : event.target
  return {
    ...event,
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    hour: parts['hour'] ?? '',
    weekday: parts['weekday'] ?? '',
    engine: engine ?? '',
  }
})

export type Holds = (event: CountedEvent) => boolean

/** Both days are included. */
export const days =
  (from: string, to = from): Holds =>
  ({ day }) =>
    day >= from && day <= to

/** Holds where the event has all of these values. */
export const is =
  (values: Partial<CountedEvent>): Holds =>
  (event) =>
    Object.entries(values).every(([name, value]) => Reflect.get(event, name) === value)

export const all = (...tests: readonly Holds[]): CountedEvent[] =>
  COUNTED.filter((event) => tests.every((holds) => holds(event)))

export const count = (...tests: readonly Holds[]): number => all(...tests).length

/** Names a reader of a day. */
export const readerOf = ({ day, visitor }: CountedEvent): string => `${day} ${visitor}`

/** Counts each reader once a day. */
export const readers = (...tests: readonly Holds[]): number =>
  new Set(all(...tests).map(readerOf)).size

/** Counts how many events have each value, the most first. */
export function tally(
  events: readonly CountedEvent[],
  valueOf: (event: CountedEvent) => string,
): [value: string, events: number][] {
  const counts = new Map<string, number>()
  for (const event of events) counts.set(valueOf(event), (counts.get(valueOf(event)) ?? 0) + 1)
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
}

const PAUSE_MS = 30 * 60_000

/** Counts stretches of a reader's events with no pause over half an hour, which a day of the calendar ends. */
export function sessions(...tests: readonly Holds[]): number {
  const last = new Map<string, number>()
  const begins = new Set<CountedEvent>()
  const ordered = COUNTED.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  for (const event of ordered) {
    const before = last.get(readerOf(event))
    const at = Date.parse(event.at)
    if (before === undefined || at - before > PAUSE_MS) begins.add(event)
    last.set(readerOf(event), at)
  }
  return count((event) => begins.has(event), ...tests)
}
