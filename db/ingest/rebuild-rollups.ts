import { sql } from 'kysely'
import type { OffsetSegment } from '../facts/fact-query.ts'
import {
  dayKind,
  KINDS_OF_DAY,
  ROLLUP_DIMENSIONS,
  ROLLUP_VERSION,
  siteDimension,
} from '../facts/kinds.ts'
import { stepTransaction } from '../step-transaction.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { countDays, countReturnDays, countVisitorDays } from './count-days.ts'

/** Before every day that an event can have. */
const FIRST_DAY = -1_000_000
/** Live events may enter the last days of a site still, so who was seen on them must be remembered. */
const OPEN_DAYS = 3

/** The calendar that a site's rollups are counted by. */
export interface RollupCalendar {
  zone: string
  segmentsOf: (fromMs: number, toMs: number) => OffsetSegment[]
  /** The first local day that begins at this instant or later, and that beginning. */
  firstDayFrom: (atMs: number) => { day: number; fromMs: number }
  localDay: (atMs: number) => number
  dayBounds: (day: number) => { fromMs: number; toMs: number }
}

/**
 * Recounts the rollups of a site from its events, by the local days of the calendar; days whose events are no longer kept
 * stay as they were counted when they were. Each step is a transaction of one day, so that others get in between. From
 * the first to the last, queries count the events themselves; cut short, it has to begin again.
 */
export async function* rebuildRollups(
  db: Db,
  siteNum: number,
  calendar: RollupCalendar,
): AsyncGenerator<void> {
  const days = await db.transaction().execute((trx) => begin(trx, siteNum, calendar))
  for (let day = days.first; day <= days.last; day++) {
    await stepTransaction(db, (trx) => recountDay(trx, siteNum, day, calendar, days))
    yield
  }
  await db
    .updateTable('site')
    .set({ rollup_version: ROLLUP_VERSION })
    .where('num', '=', siteNum)
    .where('rollup_timezone', '=', calendar.zone)
    .execute()
}

interface Days {
  first: number
  last: number
}

const NO_DAYS: Days = { first: 0, last: -1 }

/** New events are counted by the calendar from here on. Answers the days to count: all that have events, or had. */
async function begin(trx: Trx, siteNum: number, calendar: RollupCalendar): Promise<Days> {
  const { firstDay, first, last } = await keptSpan(trx, siteNum, calendar)
  const stored = await trx
    .selectFrom('rollup_day')
    .select((eb) => [eb.fn.min('day').as('first'), eb.fn.max('day').as('last')])
    .where('site_num', '=', siteNum)
    .where('day', '>=', firstDay)
    .executeTakeFirst()
  await trx
    .updateTable('site')
    .set({ rollup_timezone: calendar.zone, rollup_version: 0 })
    .where('num', '=', siteNum)
    .execute()
  const ends = [
    ...(last === null ? [] : [calendar.localDay(first), calendar.localDay(last)]),
    ...(stored ? [stored.first, stored.last] : []).filter((day) => day !== null),
  ]
  return ends.length === 0 ? NO_DAYS : { first: Math.min(...ends), last: Math.max(...ends) }
}

interface KeptSpan {
  /** The first local day whose events are all kept, and its beginning. */
  firstDay: number
  fromMs: number
  /** Times of the first and the last event from then on. */
  first: number
  last: number | null
}

/** The stretch of a site's days that can be counted from its events. */
export async function keptSpan(
  db: Db | Trx,
  siteNum: number,
  { firstDayFrom }: RollupCalendar,
): Promise<KeptSpan> {
  const { raw_from: rawFrom } = await db
    .selectFrom('site')
    .select('raw_from')
    .where('num', '=', siteNum)
    .executeTakeFirstOrThrow()
  const kept = rawFrom === 0 ? { day: FIRST_DAY, fromMs: 0 } : firstDayFrom(rawFrom)
  const span = await db
    .selectFrom('event')
    .select((eb) => [eb.fn.min('at').as('first'), eb.fn.max('at').as('last')])
    .where('site_num', '=', siteNum)
    .where('at', '>=', kept.fromMs)
    .executeTakeFirst()
  const { first = null, last = null } = span ?? {}
  return { firstDay: kept.day, fromMs: kept.fromMs, first: first ?? 0, last }
}

async function recountDay(
  trx: Trx,
  siteNum: number,
  day: number,
  { dayBounds }: RollupCalendar,
  days: Days,
): Promise<void> {
  const { fromMs, toMs } = dayBounds(day)
  // Events may have been forgotten since the beginning: then the day stays as it was counted.
  if (!(await isKept(trx, siteNum, fromMs))) return
  for (const dim of Object.values(ROLLUP_DIMENSIONS)) {
    await trx
      .deleteFrom('rollup_dim')
      .where('site_dim', '=', siteDimension(siteNum, dim))
      .where('day_kind', '>=', dayKind(day, 0))
      .where('day_kind', '<', dayKind(day + 1, 0))
      .execute()
  }
  for (const table of ['rollup_day', 'visitor_day', 'return_day'] as const) {
    await trx.deleteFrom(table).where('site_num', '=', siteNum).where('day', '=', day).execute()
  }
  const where = `site_num = ${siteNum} AND at >= ${fromMs} AND at < ${toMs}`
  const local = String(day)
  await sql`INSERT INTO rollup_day (site_num, day, kind, events, visitors) ${sql.raw(countDays(local, where))}`.execute(
    trx,
  )
  for (const [name, dim] of Object.entries(ROLLUP_DIMENSIONS)) {
    const text = countDimension(name === 'path' ? 'page_num' : name, dim, local, where)
    await sql`INSERT INTO rollup_dim (site_dim, day_kind, val, events) ${sql.raw(text)}`.execute(
      trx,
    )
  }
  if (day <= days.last - OPEN_DAYS) return
  await sql`INSERT INTO visitor_day (day, site_num, visitor, kinds, session_at, last_at) ${sql.raw(countVisitorDays(local, where))}`.execute(
    trx,
  )
  await sql`INSERT INTO return_day (day, site_num, visitor, engine, click_at, referral_at, returned) ${sql.raw(countReturnDays(local, where))}`.execute(
    trx,
  )
}

async function isKept(trx: Trx, siteNum: number, fromMs: number): Promise<boolean> {
  const site = await trx
    .selectFrom('site')
    .select('raw_from')
    .where('num', '=', siteNum)
    .executeTakeFirst()
  return site !== undefined && site.raw_from <= fromMs
}

/** Rows (site_dim, day_kind, val, events) as `rollup_dim` must hold them. */
export const countDimension = (column: string, dim: number, day: string, where: string): string => `
  SELECT site_num * ${siteDimension(1, 0)} + ${dim}, ${day} * ${KINDS_OF_DAY} + kind AS day_kind, ${column}, COUNT(*)
  FROM event WHERE ${where} GROUP BY site_num, day_kind, ${column}`
