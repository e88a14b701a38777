import { MINUTE_MS } from '../../lib/time/clock.ts'
import { EVENT_KINDS } from './event-kinds.ts'
import { RETURN_MS, SESSION_GAP_MS } from './sessions.ts'
import type { SeenPair, SiteDay } from './site-day.ts'
import type { VisitorDay } from './visits.ts'

/**
 * The most milliseconds that the stored `lastAt` may lag behind; to store it with each event would write a database
 * page for each.
 */
const LAST_AT_LAG_MS = 10 * MINUTE_MS

/** The stored state of a visitor and one engine on one day. The times are those of the latest event, 0 for none. */
export interface EngineDay {
  clickAt: number
  referralAt: number
  /** The mark of a return: 1 once a referral followed a click, else 0. */
  returned: number
}

export const UNUSED_ENGINE: EngineDay = { clickAt: 0, referralAt: 0, returned: 0 }

/** The events of a visitor and an engine in a group, with the state that was stored before that group. */
export interface KnownPair {
  pair: SeenPair
  known: EngineDay
}

/** The state of a visitor and an engine that has to be stored. */
export interface AdvancedPair {
  visitor: Buffer
  engine: number
  next: EngineDay
}

/** True where the stored time of a visitor's latest event is too coarse to tell whether another visit begins. */
export function needsLatestEvent({ lastAt }: VisitorDay, at: number): boolean {
  const gap = at - lastAt
  return lastAt > 0 && gap > SESSION_GAP_MS && gap <= SESSION_GAP_MS + LAST_AT_LAG_MS
}

/**
 * Returns the two times, both exclusive, between which the visitor's latest event lies, if it is not the stored one.
 */
export const latestEventSpan = ({ lastAt }: VisitorDay): [from: number, to: number] => [
  lastAt,
  lastAt + LAST_AT_LAG_MS,
]

/**
 * True where a visitor must be stored again: for a new visit or a new source or kind of event, or because the stored
 * time lags too far behind.
 */
export const mustStore = (stored: VisitorDay, now: VisitorDay): boolean =>
  now.sessionAt !== stored.sessionAt ||
  now.sources !== stored.sources ||
  now.lastAt - stored.lastAt >= LAST_AT_LAG_MS

/**
 * Counts the returns of a group in `siteDay`, and returns what has to be stored of each visitor and engine. Undefined
 * where clicks and visits come in another order than they happened: then the day must be counted again.
 */
export function advancePairs(
  siteDay: SiteDay,
  pairs: readonly KnownPair[],
): AdvancedPair[] | undefined {
  const advanced: AdvancedPair[] = []
  for (const { pair, known } of pairs) {
    const next = followPair(siteDay, pair, known)
    if (next === undefined) return undefined
    advanced.push({ visitor: pair.visitor, engine: pair.engine, next })
  }
  return advanced
}

/**
 * Takes a visitor's clicks and referrals of one engine into their state, and counts in `siteDay` a first click and a
 * first return. Undefined where they come in another order than they happened.
 */
function followPair(siteDay: SiteDay, { events }: SeenPair, known: EngineDay) {
  const next = { ...known }
  const countReturned = (): void => {
    if (next.returned === 0) siteDay.countReturn({ opened: false, returned: true })
    next.returned = 1
  }
  for (const { at, kind } of events.toSorted((a, b) => a.at - b.at || a.kind - b.kind)) {
    if (kind === EVENT_KINDS.ai_click) {
      if (next.referralAt > at) return undefined
      if (next.clickAt === 0) siteDay.countReturn({ opened: true, returned: false })
      next.clickAt = Math.max(next.clickAt, at)
      // A click and a referral of one instant count as click first, whichever came first.
      if (next.referralAt === at) countReturned()
    } else {
      if (next.clickAt > at) return undefined
      if (next.clickAt > 0 && at - next.clickAt <= RETURN_MS) countReturned()
      next.referralAt = Math.max(next.referralAt, at)
    }
  }
  return next
}
