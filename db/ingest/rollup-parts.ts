import { sql, type RawBuilder } from 'kysely'
import { ROLLUP_DIMENSIONS } from '../../src/domain/events/event-kinds.ts'
import { dayKind, KINDS_OF_DAY, siteDimension } from '../facts/rollup-keys.ts'
import type { Db } from '../tables/schema.ts'
import { countDays } from './count-days.ts'

/** Pages whose sums of a day are counted in one part. */
const PART_PAGES = 2_000

/** A day whose sums are counted from its events. */
export interface CountedDay {
  siteNum: number
  day: number
  /** Whose days these are. */
  zone: string
  fromMs: number
  toMs: number
}

/** Some of a day's sums, which are counted in one step. */
export interface RollupPart {
  table: 'rollup_day' | 'rollup_dim'
  columns: readonly string[]
  /** Its rows, as they must be. */
  rows: RawBuilder<unknown>
  /** Its rows, as they stand. */
  stored: RawBuilder<unknown>
}

export const eventsOf = ({ siteNum, fromMs, toMs }: CountedDay): RawBuilder<unknown> =>
  sql`site_num = ${sql.lit(siteNum)} AND at >= ${sql.lit(fromMs)} AND at < ${sql.lit(toMs)}`

/** Numbers that cut a site's pages into parts: each is the first of one, and all before the first are a part too. */
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

/** Everything that is summed of a day. */
export function rollupParts(counted: CountedDay, pages: readonly number[]): RollupPart[] {
  const { siteNum, day } = counted
  const whole: RollupPart = {
    table: 'rollup_day',
    columns: ['site_num', 'day', 'kind', 'events', 'visitors'],
    rows: countDays(sql.lit(day), eventsOf(counted)),
    stored: sql`site_num = ${siteNum} AND day = ${day}`,
  }
  const dimensions = Object.entries(ROLLUP_DIMENSIONS).flatMap(([name, dim]) =>
    name === 'path'
      ? rangesOf(pages).map((range) => dimensionPart(counted, 'page_num', dim, range))
      : [dimensionPart(counted, name, dim, {})],
  )
  return [whole, ...dimensions]
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

function dimensionPart(
  counted: CountedDay,
  column: string,
  dim: number,
  { from, below }: Range,
): RollupPart {
  const { siteNum, day } = counted
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
    columns: ['site_dim', 'day_kind', 'val', 'events'],
    rows: countDimension(column, dim, sql.lit(day), sql`${eventsOf(counted)}${within(column)}`),
    stored: sql`site_dim = ${siteDimension(siteNum, dim)} AND day_kind >= ${dayKind(day, 0)}
      AND day_kind < ${dayKind(day + 1, 0)}${within('val')}`,
  }
}

/** Rows (site_dim, day_kind, val, events) as `rollup_dim` must hold them. */
export const countDimension = (
  column: string,
  dim: number,
  day: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  SELECT site_num * ${sql.lit(siteDimension(1, 0))} + ${sql.lit(dim)}, ${day} * ${sql.lit(KINDS_OF_DAY)} + kind AS day_kind,
    ${sql.ref(column)}, COUNT(*)
  FROM event WHERE ${where} GROUP BY site_num, day_kind, ${sql.ref(column)}`
