import { EVENT_KINDS } from '../../../src/domain/events/event-kinds.ts'
import type { SqliteConnection } from '../connect.ts'
import { RETURN_MS, SESSION_GAP_MS } from '../../ingest/count-days.ts'
import type { SeenPair, SeenVisitor, SiteDay } from '../../ingest/site-day.ts'

/** `last_at` may lag this far behind: writing it with each event would dirty a page for each. */
const LAST_AT_LAG_MS = 10 * 60_000

interface VisitorState {
  kinds: number
  session_at: number
  last_at: number
}

const UNSEEN: VisitorState = { kinds: 0, session_at: 0, last_at: 0 }

interface ReturnState {
  click_at: number
  referral_at: number
  returned: number
}

/**
 * Who was seen on the open days: keeps visitors, sessions and returns exact event by event. Where events come in
 * another order than they happened, and their order decides, it asks for the day to be counted anew.
 */
export class DayState {
  readonly #findVisitor
  readonly #putVisitor
  readonly #lastEvent
  readonly #findReturn
  readonly #putReturn

  constructor(connection: SqliteConnection) {
    this.#findVisitor = connection.prepare<[number, number, Buffer], VisitorState>(
      'SELECT kinds, session_at, last_at FROM visitor_day WHERE day = ? AND site_num = ? AND visitor = ?',
    )
    this.#putVisitor = connection.prepare(
      'INSERT INTO visitor_day (day, site_num, visitor, kinds, session_at, last_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (day, site_num, visitor) DO UPDATE SET kinds = excluded.kinds, session_at = excluded.session_at, last_at = excluded.last_at',
    )
    this.#lastEvent = connection.prepare<[number, number, number, Buffer], { at: number | null }>(
      'SELECT MAX(at) AS at FROM event WHERE site_num = ? AND at > ? AND at < ? AND visitor = ?',
    )
    this.#findReturn = connection.prepare<[number, number, Buffer, number], ReturnState>(
      'SELECT click_at, referral_at, returned FROM return_day WHERE day = ? AND site_num = ? AND visitor = ? AND engine = ?',
    )
    this.#putReturn = connection.prepare(
      'INSERT INTO return_day (day, site_num, visitor, engine, click_at, referral_at, returned) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (day, site_num, visitor, engine) DO UPDATE SET click_at = excluded.click_at, referral_at = excluded.referral_at, returned = excluded.returned',
    )
  }

  /** Takes a group's events in; false when the day must be counted anew. */
  take(siteDay: SiteDay): boolean {
    for (const seen of siteDay.seen()) if (!this.#meet(siteDay, seen)) return false
    for (const pair of siteDay.pairs()) if (!this.#follow(siteDay, pair)) return false
    return true
  }

  #meet(siteDay: SiteDay, { visitor, kinds, times }: SeenVisitor): boolean {
    const { siteNum, day } = siteDay
    const known = this.#findVisitor.get(day, siteNum, visitor) ?? UNSEEN
    if (times.length > 1) times.sort((a, b) => a - b)
    if ((times[0] ?? 0) < known.session_at) return false
    const state = { ...known }
    const sessions = this.#sessionsIn(siteNum, visitor, times, state)
    siteDay.meet(kinds, known.kinds)
    siteDay.beginSessions(sessions)
    const isLate = state.last_at - known.last_at >= LAST_AT_LAG_MS
    if ((kinds & ~known.kinds) !== 0 || sessions > 0 || isLate) {
      const { session_at, last_at } = state
      this.#putVisitor.run(day, siteNum, visitor, kinds | known.kinds, session_at, last_at)
    }
    return true
  }

  /** How many sessions begin at these times; `state` is brought up to the last of them. */
  #sessionsIn(siteNum: number, visitor: Buffer, times: readonly number[], state: VisitorState) {
    let sessions = 0
    for (const at of times) {
      if (this.#continues(siteNum, visitor, state, at)) state.last_at = Math.max(state.last_at, at)
      else {
        sessions += 1
        state.session_at = at
        state.last_at = at
      }
    }
    return sessions
  }

  /** Whether an event at `at` belongs to the visitor's latest session. */
  #continues(siteNum: number, visitor: Buffer, state: VisitorState, at: number): boolean {
    if (state.last_at === 0) return false
    const gap = at - state.last_at
    if (gap <= SESSION_GAP_MS) return true
    if (gap > SESSION_GAP_MS + LAST_AT_LAG_MS) return false
    const last = this.#lastEvent.get(siteNum, state.last_at, at, visitor)?.at ?? state.last_at
    return at - last <= SESSION_GAP_MS
  }

  #follow(siteDay: SiteDay, { visitor, engine, events }: SeenPair): boolean {
    const { siteNum, day } = siteDay
    const known = this.#findReturn.get(day, siteNum, visitor, engine)
    const state = known ? { ...known } : { click_at: 0, referral_at: 0, returned: 0 }
    events.sort((a, b) => a.at - b.at || a.kind - b.kind)
    for (const { at, kind } of events) {
      if (kind === EVENT_KINDS.ai_click) {
        if (state.referral_at > at) return false
        if (state.click_at === 0) siteDay.countReturn({ opened: true, returned: false })
        state.click_at = Math.max(state.click_at, at)
        // Of one instant, the click is taken to be first, whichever came first.
        if (state.referral_at === at && state.returned === 0) {
          siteDay.countReturn({ opened: false, returned: true })
          state.returned = 1
        }
      } else {
        if (state.click_at > at) return false
        const returns = state.click_at > 0 && at - state.click_at <= RETURN_MS
        if (returns && state.returned === 0) {
          siteDay.countReturn({ opened: false, returned: true })
          state.returned = 1
        }
        state.referral_at = Math.max(state.referral_at, at)
      }
    }
    const { click_at, referral_at, returned } = state
    this.#putReturn.run(day, siteNum, visitor, engine, click_at, referral_at, returned)
    return true
  }
}
