import { MINUTE_MS } from '../../lib/time/clock.ts'
import { EVENT_KINDS } from './event-kinds.ts'
import { RETURN_MS, SESSION_GAP_MS } from './sessions.ts'
import type { SeenPair, SeenVisitor, SiteDay } from './site-day.ts'

/** The stored `lastAt` may lag this far behind: writing it with each event would dirty a page for each. */
const LAST_AT_LAG_MS = 10 * MINUTE_MS

/** The stored state of a visitor on one day. */
export interface VisitorDay {
  /** A bit for each kind of event. */
  kinds: number
  /** The latest session began then; 0 stands for a visitor who was not seen. */
  sessionAt: number
  /** The time of an event of that session, at most `LAST_AT_LAG_MS` before its last; 0 for a visitor who was not seen. */
  lastAt: number
}

export const UNSEEN_VISITOR: VisitorDay = { kinds: 0, sessionAt: 0, lastAt: 0 }

/** The stored state of a visitor and one engine on one day. The times are those of the latest event, 0 for none. */
export interface EngineDay {
  clickAt: number
  referralAt: number
  /** 1 once a referral followed a click. */
  returned: number
}

export const UNUSED_ENGINE: EngineDay = { clickAt: 0, referralAt: 0, returned: 0 }

/** A visitor of the group, with what was known before it. */
export interface KnownVisitor {
  seen: SeenVisitor
  known: VisitorDay
  /**
   * The time of the visitor's latest event; looked up only where `needsLatestEvent` says so, else the stored
   * `lastAt`.
   */
  latestAt: number
}

/** A visitor and an engine of the group, with what was known before it. */
export interface KnownPair {
  pair: SeenPair
  known: EngineDay
}

/** The stored state of one day of one site, as far as a group of events needs it. */
export interface KnownDay {
  visitors: readonly KnownVisitor[]
  pairs: readonly KnownPair[]
}

/** The rows of the day that change with the group. */
export interface AdvancedDay {
  visitors: { visitor: Buffer; next: VisitorDay }[]
  pairs: { visitor: Buffer; engine: number; next: EngineDay }[]
}

/** True where the stored time of a visitor's latest event is too coarse to tell where the next session begins. */
export function needsLatestEvent({ lastAt }: VisitorDay, times: readonly number[]): boolean {
  if (lastAt === 0) return false
  return times.some((at) => {
    const gap = at - lastAt
    return gap > SESSION_GAP_MS && gap <= SESSION_GAP_MS + LAST_AT_LAG_MS
  })
}

/** The visitor's latest event, if it is not the stored one, lies between these two times, both exclusive. */
export const latestEventSpan = ({ lastAt }: VisitorDay): [from: number, to: number] => [
  lastAt,
  lastAt + LAST_AT_LAG_MS,
]

/**
 * Takes a group's events into what is known of their day: counts visitors, sessions and returns in `siteDay`, and answers
 * what is to be stored. Undefined where events come in another order than they happened, and their order decides: then
 * the day must be counted anew.
 */
export function advanceDay(
  siteDay: SiteDay,
  { visitors, pairs }: KnownDay,
): AdvancedDay | undefined {
  const advanced: AdvancedDay = { visitors: [], pairs: [] }
  for (const { seen, known, latestAt } of visitors) {
    const { visitor, kinds } = seen
    const times = seen.times.toSorted((a, b) => a - b)
    if ((times[0] ?? 0) < known.sessionAt) return undefined
    const { sessions, ...latest } = sessionsIn(times, {
      sessionAt: known.sessionAt,
      lastAt: latestAt,
    })
    siteDay.countVisitor(kinds, known.kinds)
    siteDay.countSessions(sessions)
    const isLate = latest.lastAt - known.lastAt >= LAST_AT_LAG_MS
    if ((kinds & ~known.kinds) !== 0 || sessions > 0 || isLate) {
      advanced.visitors.push({ visitor, next: { kinds: kinds | known.kinds, ...latest } })
    }
  }
  for (const { pair, known } of pairs) {
    const next = followPair(siteDay, pair, known)
    if (next === undefined) return undefined
    advanced.pairs.push({ visitor: pair.visitor, engine: pair.engine, next })
  }
  return advanced
}

/** Counts the sessions that begin at these times, which are in order, and says where the visitor is after the last. */
function sessionsIn(times: readonly number[], from: { sessionAt: number; lastAt: number }) {
  let { sessionAt, lastAt } = from
  let sessions = 0
  for (const at of times) {
    if (lastAt > 0 && at - lastAt <= SESSION_GAP_MS) lastAt = Math.max(lastAt, at)
    else {
      sessions += 1
      sessionAt = at
      lastAt = at
    }
  }
  return { sessions, sessionAt, lastAt }
}

/** Answers undefined where the order of clicks and referrals is broken. */
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
