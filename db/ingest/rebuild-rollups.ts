import { sql } from 'kysely'
import { dayText } from '../facts/buckets.ts'
import type { OffsetSegment } from '../facts/fact-query.ts'
import {
  dayKind,
  KINDS_OF_DAY,
  ROLLUP_DIMENSIONS,
  ROLLUP_VERSION,
  siteDimension,
} from '../facts/kinds.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { countDays, countReturnDays, countVisitorDays } from './count-days.ts'

/** Before every day that an event can have. */
const FIRST_DAY = -1_000_000
const THREE_DAYS_MS = 3 * 86_400_000

/** The calendar that a site's rollups are counted by. */
export interface RollupCalendar {
  zone: string
  segmentsOf: (fromMs: number, toMs: number) => OffsetSegment[]
  /** The first local day that begins at this instant or later, and that beginning. */
  firstDayFrom: (atMs: number) => { day: number; fromMs: number }
}

/**
 * Recounts the rollups of a site from its events, by the local days of the calendar. Days whose events are no longer
 * kept stay as they were counted when they were.
 */
export async function rebuildRollups(
  trx: Trx,
  siteNum: number,
  calendar: RollupCalendar,
): Promise<void> {
  const span = await keptSpan(trx, siteNum, calendar)
  for (const dim of Object.values(ROLLUP_DIMENSIONS)) {
    await trx
      .deleteFrom('rollup_dim')
      .where('site_dim', '=', siteDimension(siteNum, dim))
      .where('day_kind', '>=', dayKind(span.firstDay, 0))
      .execute()
  }
  for (const table of ['rollup_day', 'visitor_day', 'return_day'] as const) {
    await sql`DELETE FROM ${sql.ref(table)} WHERE site_num = ${siteNum} AND day >= ${span.firstDay}`.execute(
      trx,
    )
  }
  if (span.last !== null) {
    const day = dayText('at', calendar.segmentsOf(span.first, span.last + 1))
    await recount(trx, siteNum, day, { fromMs: span.fromMs, lastMs: span.last })
  }
  await trx
    .updateTable('site')
    .set({ rollup_timezone: calendar.zone, rollup_version: ROLLUP_VERSION })
    .where('num', '=', siteNum)
    .execute()
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

async function recount(
  trx: Trx,
  siteNum: number,
  day: string,
  { fromMs, lastMs }: { fromMs: number; lastMs: number },
): Promise<void> {
  const where = `site_num = ${siteNum} AND at >= ${fromMs}`
  await sql`INSERT INTO rollup_day (site_num, day, kind, events, visitors) ${sql.raw(countDays(day, where))}`.execute(
    trx,
  )
  for (const [name, dim] of Object.entries(ROLLUP_DIMENSIONS)) {
    const text = countDimension(name === 'path' ? 'page_num' : name, dim, day, where)
    await sql`INSERT INTO rollup_dim (site_dim, day_kind, val, events) ${sql.raw(text)}`.execute(
      trx,
    )
  }
  // Whoever was seen on a day that may still take events; the upkeep drops those of closed days.
  const recent = `${where} AND ${day} >= (SELECT ${day} FROM (SELECT ${lastMs - THREE_DAYS_MS} AS at) AS since)`
  await sql`INSERT INTO visitor_day (day, site_num, visitor, kinds, session_at, last_at) ${sql.raw(countVisitorDays(day, recent))}`.execute(
    trx,
  )
  await sql`INSERT INTO return_day (day, site_num, visitor, engine, click_at, referral_at, returned) ${sql.raw(countReturnDays(day, recent))}`.execute(
    trx,
  )
}

/** Rows (site_dim, day_kind, val, events) as `rollup_dim` must hold them. */
export const countDimension = (column: string, dim: number, day: string, where: string): string => `
  SELECT site_num * ${siteDimension(1, 0)} + ${dim}, ${day} * ${KINDS_OF_DAY} + kind AS day_kind, ${column}, COUNT(*)
  FROM event WHERE ${where} GROUP BY site_num, day_kind, ${column}`
