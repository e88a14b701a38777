import { sql } from 'kysely'
import { dayKind, siteDimension } from '../../facts/rollup-keys.ts'
import {
  countDays,
  countReturnDays,
  countVisitorDays,
  countVisitorSources,
} from '../../ingest/count-days.ts'
import { addSources, wrongSources, type FoundVisit } from '../../ingest/visit-sources.ts'
import { countVisits, ROLLUP_VISIT_COLUMNS, VISIT_KEY } from '../../ingest/count-visits.ts'
import {
  ROLLUP_DIMENSIONS,
  VISIT_COUNTS,
  VISIT_DIMENSIONS,
} from '../../../src/domain/events/event-kinds.ts'
import type { RollupDelta } from '../../../src/domain/events/rollup-delta.ts'
import type { SiteDay } from '../../../src/domain/events/site-day.ts'
import type { SqliteConnection } from '../connect.ts'
import type { OpenDays } from './open-days.ts'
import { statementText } from './statement-text.ts'

/** A day that is counted again from its events, because events were imported into it or came out of order. */
export interface RecountedDay {
  siteNum: number
  day: number
  fromMs: number
  toMs: number
  /** True while live events may still enter the day, so that the visitors who were seen on it must be stored. */
  isOpen: boolean
}

/** Adds the counts of new events to the stored rollups, inside the transaction of these events. */
export class RollupWriter {
  readonly #connection: SqliteConnection
  readonly #openDays: OpenDays
  readonly #adding: ReturnType<typeof prepareAdding>
  /**
   * The statements of a recount, prepared with the first one: they are long, and would cost every start some
   * milliseconds.
   */
  #recounting: ReturnType<typeof prepareRecounting> | undefined

  constructor(connection: SqliteConnection, openDays: OpenDays) {
    this.#connection = connection
    this.#openDays = openDays
    this.#adding = prepareAdding(connection)
  }

  /**
   * Adds a delta to the rollups; `mustRecount` says which days are counted again anyway. Returns further days that must
   * be counted again.
   */
  write(delta: RollupDelta, mustRecount: (siteNum: number, day: number) => boolean): SiteDay[] {
    const outOfOrder: SiteDay[] = []
    for (const siteDay of delta.siteDays()) {
      const { siteNum, day } = siteDay
      if (!mustRecount(siteNum, day) && !this.#openDays.store(siteDay)) outOfOrder.push(siteDay)
      for (const [kind, { events, visitors }] of siteDay.counts()) {
        this.#adding.addDay.run(siteNum, day, kind, events, visitors)
      }
      for (const { dim, value, counts } of siteDay.visits()) {
        this.#adding.addVisits.run(siteDimension(siteNum, dim), day, value, ...counts)
      }
      for (const { dim, kind, value, events } of siteDay.dims()) {
        this.#adding.addDim.run(siteDimension(siteNum, dim), dayKind(day, kind), value, events)
      }
    }
    return outOfOrder
  }

  /** Finds the visits of a day again, and counts its visitors, visits and returns from its events. */
  recount({ isOpen, ...range }: RecountedDay): void {
    const statements = (this.#recounting ??= prepareRecounting(this.#connection))
    statements.addSources.run(range)
    for (const { at, seq, visit, own } of statements.wrongSources.all(range))
      statements.setSource.run(visit, own, range.siteNum, at, seq)
    statements.countDay.run(range)
    statements.clearVisits.run(range)
    statements.countVisits.run(range)
    if (!isOpen) return
    const { siteNum, day } = range
    statements.clearVisitors.run(day, siteNum)
    statements.countVisitors.run(range)
    statements.clearReturns.run(day, siteNum)
    statements.countReturns.run(range)
    statements.clearVisitorSources.run(day, siteNum)
    statements.countVisitorSources.run(range)
  }
}

/** The keys of a site's rollups for all dimensions of visits. */
const VISIT_KEYS = VISIT_DIMENSIONS.map(
  (name) => `@siteNum * ${siteDimension(1, 0)} + ${ROLLUP_DIMENSIONS[name]}`,
)

function prepareAdding(connection: SqliteConnection) {
  return {
    addDay: connection.prepare(
      'INSERT INTO rollup_day (site_num, day, kind, events, visitors) VALUES (?, ?, ?, ?, ?) ON CONFLICT (site_num, day, kind) DO UPDATE SET events = rollup_day.events + excluded.events, visitors = rollup_day.visitors + excluded.visitors',
    ),
    addDim: connection.prepare(
      'INSERT INTO rollup_dim (site_dim, day_kind, val, events) VALUES (?, ?, ?, ?) ON CONFLICT (site_dim, day_kind, val) DO UPDATE SET events = rollup_dim.events + excluded.events',
    ),
    addVisits: connection.prepare(
      `INSERT INTO rollup_visit (${ROLLUP_VISIT_COLUMNS.join(', ')}) VALUES (${ROLLUP_VISIT_COLUMNS.map(() => '?').join(', ')}) ON CONFLICT (${VISIT_KEY.join(', ')}) DO UPDATE SET ${VISIT_COUNTS.map((count) => `${count} = rollup_visit.${count} + excluded.${count}`).join(', ')}`,
    ),
  }
}

function prepareRecounting(connection: SqliteConnection) {
  const day = sql.raw('@day')
  const where = sql.raw('site_num = @siteNum AND at >= @fromMs AND at < @toMs')
  return {
    countDay: connection.prepare(
      `INSERT INTO rollup_day (site_num, day, kind, events, visitors) SELECT * FROM (${statementText(countDays(day, where))}) AS counted WHERE true ON CONFLICT (site_num, day, kind) DO UPDATE SET events = excluded.events, visitors = excluded.visitors`,
    ),
    addSources: connection.prepare(statementText(addSources(day, where, sql.raw('@siteNum')))),
    wrongSources: connection.prepare<[object], FoundVisit>(
      statementText(wrongSources(day, where, sql.raw('@siteNum'))),
    ),
    setSource: connection.prepare(
      'UPDATE event SET visit = ?, referrer = ? WHERE site_num = ? AND at = ? AND seq = ?',
    ),
    clearVisits: connection.prepare(
      `DELETE FROM rollup_visit WHERE site_dim IN (${VISIT_KEYS.join(', ')}) AND day = @day`,
    ),
    countVisits: connection.prepare(
      `INSERT INTO rollup_visit (${ROLLUP_VISIT_COLUMNS.join(', ')}) ${statementText(countVisits(day, where))}`,
    ),
    clearVisitors: connection.prepare('DELETE FROM visitor_day WHERE day = ? AND site_num = ?'),
    countVisitors: connection.prepare(
      `INSERT INTO visitor_day (day, site_num, visitor, kinds, session_at, last_at, source, entry, sources) ${statementText(countVisitorDays(day, where))}`,
    ),
    clearVisitorSources: connection.prepare(
      'DELETE FROM visitor_source WHERE day = ? AND site_num = ?',
    ),
    countVisitorSources: connection.prepare(
      `INSERT INTO visitor_source (day, site_num, visitor, source, kinds) ${statementText(countVisitorSources(day, where))}`,
    ),
    clearReturns: connection.prepare('DELETE FROM return_day WHERE day = ? AND site_num = ?'),
    countReturns: connection.prepare(
      `INSERT INTO return_day (day, site_num, visitor, engine, click_at, referral_at, returned) ${statementText(countReturnDays(day, where))}`,
    ),
  }
}
