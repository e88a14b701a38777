import { createQueryId, sql, type RawBuilder } from 'kysely'
import { dayKind, siteDimension } from '../../facts/rollup-keys.ts'
import { countDays, countReturnDays, countVisitorDays } from '../../ingest/count-days.ts'
import { advanceDay } from '../../../src/domain/events/day-rules.ts'
import type { RollupDelta } from '../../../src/domain/events/rollup-delta.ts'
import type { SiteDay } from '../../../src/domain/events/site-day.ts'
import type { SqliteConnection } from '../connect.ts'
import { SqliteCompiler } from '../dialect.ts'
import { OpenDays } from './open-days.ts'

/** A day that is counted anew from its events, because events were imported into it. */
export interface RecountedDay {
  siteNum: number
  day: number
  fromMs: number
  toMs: number
  /** True while live events may still enter the day, so that the visitors seen on it must be stored. */
  isOpen: boolean
}

/** Adds a delta to the stored rollups, inside the transaction of its events. */
export class RollupWriter {
  readonly #openDays: OpenDays
  readonly #statements

  constructor(connection: SqliteConnection) {
    this.#openDays = new OpenDays(connection)
    this.#statements = prepareStatements(connection)
  }

  /** Adds the delta; `mustRecount` tells the days that are recounted anyway. Returns further days that must be. */
  write(delta: RollupDelta, mustRecount: (siteNum: number, day: number) => boolean): SiteDay[] {
    const outOfOrder: SiteDay[] = []
    for (const siteDay of delta.siteDays()) {
      const { siteNum, day } = siteDay
      if (!mustRecount(siteNum, day) && !this.#advance(siteDay)) outOfOrder.push(siteDay)
      for (const [kind, { events, visitors }] of siteDay.counts()) {
        this.#statements.addDay.run(siteNum, day, kind, events, visitors)
      }
      for (const { dim, kind, value, events } of siteDay.dims()) {
        this.#statements.addDim.run(siteDimension(siteNum, dim), dayKind(day, kind), value, events)
      }
    }
    return outOfOrder
  }

  /** Updates the day's visitors; false where the day must be counted anew. */
  #advance(siteDay: SiteDay): boolean {
    const advanced = advanceDay(siteDay, this.#openDays.load(siteDay))
    if (advanced) this.#openDays.store(siteDay, advanced)
    return advanced !== undefined
  }

  /** Counts a day's visitors, sessions and returns from its events. */
  recount({ isOpen, ...range }: RecountedDay): void {
    this.#statements.countDay.run(range)
    if (!isOpen) return
    const { siteNum, day } = range
    this.#statements.clearVisitors.run(day, siteNum)
    this.#statements.countVisitors.run(range)
    this.#statements.clearReturns.run(day, siteNum)
    this.#statements.countReturns.run(range)
  }
}

/** Compiles a fragment without parameters into the text of a prepared statement. */
const textOf = (fragment: RawBuilder<unknown>): string =>
  new SqliteCompiler().compileQuery(fragment.toOperationNode(), createQueryId()).sql

function prepareStatements(connection: SqliteConnection) {
  const day = sql.raw('@day')
  const where = sql.raw('site_num = @siteNum AND at >= @fromMs AND at < @toMs')
  return {
    addDay: connection.prepare(
      'INSERT INTO rollup_day (site_num, day, kind, events, visitors) VALUES (?, ?, ?, ?, ?) ON CONFLICT (site_num, day, kind) DO UPDATE SET events = rollup_day.events + excluded.events, visitors = rollup_day.visitors + excluded.visitors',
    ),
    addDim: connection.prepare(
      'INSERT INTO rollup_dim (site_dim, day_kind, val, events) VALUES (?, ?, ?, ?) ON CONFLICT (site_dim, day_kind, val) DO UPDATE SET events = rollup_dim.events + excluded.events',
    ),
    countDay: connection.prepare(
      `INSERT INTO rollup_day (site_num, day, kind, events, visitors) SELECT * FROM (${textOf(countDays(day, where))}) AS counted WHERE true ON CONFLICT (site_num, day, kind) DO UPDATE SET events = excluded.events, visitors = excluded.visitors`,
    ),
    clearVisitors: connection.prepare('DELETE FROM visitor_day WHERE day = ? AND site_num = ?'),
    countVisitors: connection.prepare(
      `INSERT INTO visitor_day (day, site_num, visitor, kinds, session_at, last_at) ${textOf(countVisitorDays(day, where))}`,
    ),
    clearReturns: connection.prepare('DELETE FROM return_day WHERE day = ? AND site_num = ?'),
    countReturns: connection.prepare(
      `INSERT INTO return_day (day, site_num, visitor, engine, click_at, referral_at, returned) ${textOf(countReturnDays(day, where))}`,
    ),
  }
}
