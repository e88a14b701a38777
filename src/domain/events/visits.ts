import { ENGAGED_KINDS } from './event-kinds.ts'
import { SESSION_GAP_MS } from './sessions.ts'

/** The source of a visit: the numbers of stored texts, 0 for none. All events of the visit carry it. */
export interface VisitSource {
  channel: number
  referrer: number
  /** The engine that the reader came from. */
  arrival: number
  campaign: number
}

/** The stored referrer of an event without one in a visit that has one; a stored 0 stands for the visit's own. */
export const NO_REFERRER = -1

/**
 * Returns the referrer to store with an event: 0, which takes no room, where it equals that of its visit, and
 * `NO_REFERRER` for an event without one.
 */
export function storedReferrer(own: number, ofVisit: number): number {
  if (own === ofVisit) return 0
  return own === 0 ? NO_REFERRER : own
}

/** The number below which the numbers of a site's visit sources stay; all sites together have fewer than 2^29 pages. */
export const SOURCES_OF_SITE = 2 ** 24

/**
 * Returns one number to store with an event for its visit: the number of the visit's source, plus, where the visit
 * began on another page, `SOURCES_OF_SITE` times one more than that page's number. A column of its own for that page
 * would cost two bytes an event.
 */
export const storedVisit = (visit: { source: number; entry: number }, page: number): number =>
  visit.source + (visit.entry === page ? 0 : (visit.entry + 1) * SOURCES_OF_SITE)

/** The events of a reader on one day in visits of one source: a bit for each kind of event. */
export interface SourceKinds {
  source: number
  kinds: number
}

/** The stored state of a visitor on one day. */
export interface VisitorDay {
  /** A bit for each kind of event. */
  kinds: number
  /** The time when the latest visit began; 0 stands for a visitor who was not seen. */
  sessionAt: number
  /**
   * The time of an event of the latest visit, at most `LAST_AT_LAG_MS` before its last; 0 for a visitor who was not
   * seen.
   */
  lastAt: number
  /** The number of the latest visit's source. */
  source: number
  /** The number of the page with which the latest visit began, 0 for an unknown one. */
  entry: number
  /** All sources of the day's visits; a day has at most 48 visits. */
  sources: readonly SourceKinds[]
}

export const UNSEEN_VISITOR: VisitorDay = {
  kinds: 0,
  sessionAt: 0,
  lastAt: 0,
  source: 0,
  entry: 0,
  sources: [],
}

/**
 * Tells whether an event begins a visit; undefined where it comes before the latest visit began, so that the day's
 * visits must be found again. `latestAt` is the time of the visitor's latest event.
 */
export function beginsVisit(known: VisitorDay, latestAt: number, at: number): boolean | undefined {
  if (at < known.sessionAt) return undefined
  return latestAt === 0 || at - latestAt > SESSION_GAP_MS
}

/**
 * Returns the state of a visitor's day after an event; `source` and `entry` are those of the event's visit, and
 * `begins` says that the event begins it.
 */
export function advanceVisitor(
  known: VisitorDay,
  event: { at: number; kind: number; source: number; entry: number; begins: boolean },
): VisitorDay {
  const { at, kind, source, entry, begins } = event
  return {
    kinds: known.kinds | (1 << kind),
    sessionAt: begins ? at : known.sessionAt,
    lastAt: Math.max(known.lastAt, at),
    source,
    entry,
    sources: withKind(known.sources, source, 1 << kind),
  }
}

function withKind(sources: readonly SourceKinds[], source: number, bit: number) {
  const known = sources.find((one) => one.source === source)
  if (!known) return [...sources, { source, kinds: bit }]
  if ((known.kinds & bit) !== 0) return sources
  return sources.map((one) => (one === known ? { source, kinds: one.kinds | bit } : one))
}

const ENGAGED_BITS = ENGAGED_KINDS.reduce((bits, kind) => bits | (1 << kind), 0)

/**
 * True where an event is the first click, share or question of its reader that day; `known` has a bit for each kind
 * seen before, and `bit` that of the event.
 */
export const isFirstEngagement = (known: number, bit: number): boolean =>
  (bit & ENGAGED_BITS) !== 0 && (known & ENGAGED_BITS) === 0
