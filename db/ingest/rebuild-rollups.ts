import { sql, type RawBuilder } from 'kysely'
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

/** The one writer, and reads that other threads do. */
interface Ways {
  write: Db
  scan: Db
}

/**
 * Recounts the rollups of a site from its events, by the local days of the calendar; days whose events are no longer kept
 * stay as they were counted when they were. Each step is a transaction of one day and one table, or dimension, so that
 * others get in between: an event that comes after it is added to what was counted. From the first step to the last,
 * queries count the events themselves; cut short, it has to begin again.
 */
export async function* rebuildRollups(
  ways: Ways,
  siteNum: number,
  calendar: RollupCalendar,
): AsyncGenerator<void> {
  const { write } = ways
  const days = await write.transaction().execute((trx) => begin(trx, siteNum, calendar))
  for (let day = days.first; day <= days.last; day++) {
    const counted = { siteNum, day, ...calendar.dayBounds(day) }
    const isOpen = day > days.last - OPEN_DAYS
    for (const part of partsOf(counted)) {
      const isDone = await recountApart(ways, counted, part, isOpen)
      if (!isDone) await stepTransaction(write, (trx) => recount(trx, counted, part, isOpen))
      yield
    }
  }
  await write
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

interface CountedDay {
  siteNum: number
  day: number
  fromMs: number
  toMs: number
}

/** What is counted of a day in one step. */
interface Part {
  table: 'rollup_day' | 'rollup_dim'
  columns: readonly string[]
  /** Its rows, as they must be. */
  rows: string
  /** Its rows, as they stand. */
  stored: RawBuilder<unknown>
}

const eventsOf = ({ siteNum, fromMs, toMs }: CountedDay): string =>
  `site_num = ${siteNum} AND at >= ${fromMs} AND at < ${toMs}`

function partsOf(counted: CountedDay): Part[] {
  const { siteNum, day } = counted
  const where = eventsOf(counted)
  return [
    {
      table: 'rollup_day',
      columns: ['site_num', 'day', 'kind', 'events', 'visitors'],
      rows: countDays(String(day), where),
      stored: sql`site_num = ${siteNum} AND day = ${day}`,
    },
    ...Object.entries(ROLLUP_DIMENSIONS).map(([name, dim]): Part => ({
      table: 'rollup_dim',
      columns: ['site_dim', 'day_kind', 'val', 'events'],
      rows: countDimension(name === 'path' ? 'page_num' : name, dim, String(day), where),
      stored: sql`site_dim = ${siteDimension(siteNum, dim)}
          AND day_kind >= ${dayKind(day, 0)} AND day_kind < ${dayKind(day + 1, 0)}`,
    })),
  ]
}

/** Counts in another thread, and stores what came out where nothing came in between; false where something did. */
async function recountApart(
  ways: Ways,
  counted: CountedDay,
  part: Part,
  isOpen: boolean,
): Promise<boolean> {
  const before = await countEvents(ways.scan, counted)
  const { rows } = await sql<Record<string, number>>`${sql.raw(part.rows)}`.execute(ways.scan)
  return stepTransaction(ways.write, async (trx) => {
    if (!(await isKept(trx, counted))) return true
    if ((await countEvents(trx, counted)) !== before) return false
    await put(trx, part, jsonRows(part, rows))
    if (part.table === 'rollup_day' && isOpen) await recountSeen(trx, counted)
    return true
  })
}

async function recount(trx: Trx, counted: CountedDay, part: Part, isOpen: boolean): Promise<void> {
  if (!(await isKept(trx, counted))) return
  await put(trx, part, sql.raw(part.rows))
  if (part.table === 'rollup_day' && isOpen) await recountSeen(trx, counted)
}

async function put(trx: Trx, part: Part, rows: RawBuilder<unknown>): Promise<void> {
  const table = sql.table(part.table)
  await sql`DELETE FROM ${table} WHERE ${part.stored}`.execute(trx)
  await sql`INSERT INTO ${table} (${sql.raw(part.columns.join(', '))}) ${rows}`.execute(trx)
}

/** Rows as they were read, in the order of their columns. */
function jsonRows(part: Part, rows: readonly Record<string, number>[]): RawBuilder<unknown> {
  const values = rows.map((row) => Object.values(row))
  const columns = part.columns.map((_, place) => sql`value ->> ${sql.lit(place)}`)
  return sql`SELECT ${sql.join(columns)} FROM json_each(${JSON.stringify(values)})`
}

/** Who was seen on a day that may take live events still. */
async function recountSeen(trx: Trx, counted: CountedDay): Promise<void> {
  const [day, where] = [String(counted.day), eventsOf(counted)]
  for (const table of ['visitor_day', 'return_day'] as const) {
    await trx
      .deleteFrom(table)
      .where('site_num', '=', counted.siteNum)
      .where('day', '=', counted.day)
      .execute()
  }
  await sql`INSERT INTO visitor_day (day, site_num, visitor, kinds, session_at, last_at) ${sql.raw(countVisitorDays(day, where))}`.execute(
    trx,
  )
  await sql`INSERT INTO return_day (day, site_num, visitor, engine, click_at, referral_at, returned) ${sql.raw(countReturnDays(day, where))}`.execute(
    trx,
  )
}

async function countEvents(db: Db | Trx, { siteNum, fromMs, toMs }: CountedDay): Promise<number> {
  const { n } = await db
    .selectFrom('event')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('site_num', '=', siteNum)
    .where('at', '>=', fromMs)
    .where('at', '<', toMs)
    .executeTakeFirstOrThrow()
  return n
}

/** Events may have been forgotten since the beginning: then the day stays as it was counted. */
async function isKept(trx: Trx, { siteNum, fromMs }: CountedDay): Promise<boolean> {
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
