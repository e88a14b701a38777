import {
  latestEventSpan,
  needsLatestEvent,
  UNUSED_ENGINE,
  UNSEEN_VISITOR,
  type AdvancedDay,
  type EngineDay,
  type KnownDay,
  type VisitorDay,
} from '../../../src/domain/events/day-rules.ts'
import type { SeenVisitor, SiteDay } from '../../../src/domain/events/site-day.ts'
import type { SqliteConnection } from '../connect.ts'

/** Loads and stores who was seen on the days that may still take live events, for `advanceDay`. */
export class OpenDays {
  readonly #statements

  constructor(connection: SqliteConnection) {
    this.#statements = prepareStatements(connection)
  }

  /** Loads the stored state of a group's visitors. The group's events must be stored already. */
  load(siteDay: SiteDay): KnownDay {
    const { siteNum, day } = siteDay
    const { findVisitor, findPair } = this.#statements
    return {
      visitors: Array.from(siteDay.seen(), (seen) => {
        const known = findVisitor.get(day, siteNum, seen.visitor) ?? UNSEEN_VISITOR
        return { seen, known, latestAt: this.#latestAt(siteNum, seen, known) }
      }),
      pairs: Array.from(siteDay.pairs(), (pair) => {
        const known = findPair.get(day, siteNum, pair.visitor, pair.engine) ?? UNUSED_ENGINE
        return { pair, known }
      }),
    }
  }

  store({ siteNum, day }: SiteDay, { visitors, pairs }: AdvancedDay): void {
    const { putVisitor, putPair } = this.#statements
    for (const { visitor, next } of visitors) {
      putVisitor.run(day, siteNum, visitor, next.kinds, next.sessionAt, next.lastAt)
    }
    for (const { visitor, engine, next } of pairs) {
      putPair.run(day, siteNum, visitor, engine, next.clickAt, next.referralAt, next.returned)
    }
  }

  #latestAt(siteNum: number, { visitor, times }: SeenVisitor, known: VisitorDay): number {
    if (!needsLatestEvent(known, times)) return known.lastAt
    const [from, to] = latestEventSpan(known)
    return this.#statements.findLatest.get(siteNum, from, to, visitor)?.at ?? known.lastAt
  }
}

function prepareStatements(connection: SqliteConnection) {
  return {
    findVisitor: connection.prepare<[number, number, Buffer], VisitorDay>(
      'SELECT kinds, session_at AS sessionAt, last_at AS lastAt FROM visitor_day WHERE day = ? AND site_num = ? AND visitor = ?',
    ),
    findLatest: connection.prepare<[number, number, number, Buffer], { at: number | null }>(
      'SELECT MAX(at) AS at FROM event WHERE site_num = ? AND at > ? AND at < ? AND visitor = ?',
    ),
    findPair: connection.prepare<[number, number, Buffer, number], EngineDay>(
      'SELECT click_at AS clickAt, referral_at AS referralAt, returned FROM return_day WHERE day = ? AND site_num = ? AND visitor = ? AND engine = ?',
    ),
    putVisitor: connection.prepare(
      'INSERT INTO visitor_day (day, site_num, visitor, kinds, session_at, last_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (day, site_num, visitor) DO UPDATE SET kinds = excluded.kinds, session_at = excluded.session_at, last_at = excluded.last_at',
    ),
    putPair: connection.prepare(
      'INSERT INTO return_day (day, site_num, visitor, engine, click_at, referral_at, returned) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (day, site_num, visitor, engine) DO UPDATE SET click_at = excluded.click_at, referral_at = excluded.referral_at, returned = excluded.returned',
    ),
  }
}
