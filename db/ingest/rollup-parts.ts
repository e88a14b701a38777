import { sql, type RawBuilder } from 'kysely'
import { ROLLUP_DIMENSIONS, VISIT_DIMENSIONS } from '../../src/domain/events/event-kinds.ts'
import { dayKind, dayKindOf, siteDimension } from '../facts/rollup-keys.ts'
import type { Db } from '../tables/schema.ts'
import { countDays } from './count-days.ts'
import { countVisits, ROLLUP_VISIT_COLUMNS } from './count-visits.ts'

/** The pages whose sums of a day are counted in one part. */
const PART_PAGES = 2_000

/** A local day of a site whose sums are counted from the events of the day. */
export interface CountedDay {
  siteNum: number
  day: number
  /** The time zone that the day is one of. */
  zone: string
  fromMs: number
  toMs: number
}

/** The part of a day's sums that is counted in one step. */
export interface RollupPart {
  table: 'rollup_day' | 'rollup_dim' | 'rollup_visit'
  columns: readonly string[]
  /** A SELECT of the rows as they must be. */
  rows: RawBuilder<unknown>
  /** A SELECT of the rows as they are stored. */
  stored: RawBuilder<unknown>
}

export const eventsOf = ({ siteNum, fromMs, toMs }: CountedDay): RawBuilder<unknown> =>
  sql`site_num = ${sql.lit(siteNum)} AND at >= ${sql.lit(fromMs)} AND at < ${sql.lit(toMs)}`

/** Returns the page numbers at which a new part begins; the pages before the first of them are a part too. */
export async function pageBoundaries(db: Db, siteNum: number): Promise<number[]> {
  const begins: number[] = []
  for (let after = 0; ;) {
    const page = await db
      .selectFrom('page')
      .select('num')
      .where('site_num', '=', siteNum)
      .where('num', '>', after)
      .orderBy('num')
      .offset(PART_PAGES)
      .limit(1)
      .executeTakeFirst()
    if (!page) return begins
    begins.push(page.num)
    after = page.num
  }
}

/** The columns of an event by which single events are counted, in contrast to visits. */
export const EVENT_COLUMNS = [
  { name: 'path', column: 'page_num' },
  { name: 'engine', column: 'engine' },
  { name: 'country', column: 'country' },
  { name: 'device', column: 'device' },
] as const

/** Returns all parts that the sums of a day are counted in. */
export function rollupParts(counted: CountedDay, pages: readonly number[]): RollupPart[] {
  const { siteNum, day } = counted
  const whole: RollupPart = {
    table: 'rollup_day',
    columns: ['site_num', 'day', 'kind', 'events', 'visitors'],
    rows: countDays(sql.lit(day), eventsOf(counted)),
    stored: sql`site_num = ${siteNum} AND day = ${day}`,
  }
  const events = EVENT_COLUMNS.flatMap(({ name, column }) =>
    (name === 'path' ? rangesOf(pages) : [{}]).map((range) =>
      dimensionPart(counted, column, ROLLUP_DIMENSIONS[name], range),
    ),
  )
  return [whole, ...events, visitPart(counted)]
}

interface Range {
  from?: number
  below?: number
}

const rangesOf = (begins: readonly number[]): Range[] =>
  [undefined, ...begins].map((from, i) => ({
    ...(from !== undefined && { from }),
    ...(begins[i] !== undefined && { below: begins[i] }),
  }))

const COLUMNS = ['site_dim', 'day_kind', 'val', 'events']

/** Returns a SELECT of the stored rows of a dimension on a day. */
const storedRows = ({ siteNum, day }: CountedDay, dim: number): RawBuilder<unknown> =>
  sql`site_dim = ${siteDimension(siteNum, dim)} AND day_kind >= ${dayKind(day, 0)}
      AND day_kind < ${dayKind(day + 1, 0)}`

const visitPart = (counted: CountedDay): RollupPart => ({
  table: 'rollup_visit',
  columns: ROLLUP_VISIT_COLUMNS,
  rows: countVisits(sql.lit(counted.day), eventsOf(counted)),
  stored: sql`site_dim IN (${sql.join(VISIT_DIMENSIONS.map((name) => siteDimension(counted.siteNum, ROLLUP_DIMENSIONS[name])))})
    AND day = ${counted.day}`,
})

function dimensionPart(
  counted: CountedDay,
  column: string,
  dim: number,
  { from, below }: Range,
): RollupPart {
  const { day } = counted
  const within = (value: string) =>
    sql.join(
      [
        ...(from === undefined ? [] : [sql` AND ${sql.ref(value)} >= ${sql.lit(from)}`]),
        ...(below === undefined ? [] : [sql` AND ${sql.ref(value)} < ${sql.lit(below)}`]),
      ],
      sql``,
    )
  return {
    table: 'rollup_dim',
    columns: COLUMNS,
    rows: countDimension(column, dim, sql.lit(day), sql`${eventsOf(counted)}${within(column)}`),
    stored: sql`${storedRows(counted, dim)}${within('val')}`,
  }
}

/** Returns a SELECT of the rows (site_dim, day_kind, val, events) that `rollup_dim` must hold for a dimension. */
export const countDimension = (
  column: string,
  dim: number,
  day: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  SELECT site_num * ${sql.lit(siteDimension(1, 0))} + ${sql.lit(dim)}, ${dayKindOf(day, sql`kind`)} AS day_kind,
    ${sql.ref(column)}, COUNT(*)
  FROM event WHERE ${where} GROUP BY site_num, day_kind, ${sql.ref(column)}`
