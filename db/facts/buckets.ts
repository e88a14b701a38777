import { sql, type RawBuilder } from 'kysely'
import type { Grain, OffsetSegment } from './fact-query.ts'

type Sql = RawBuilder<unknown>

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * Calendar arithmetic in portable SQL: the caller hands over the zone's offsets and the months' first days,
 * so neither database needs to know time zones.
 */
export function dayOfInstant(at: Sql, segments: readonly OffsetSegment[]): Sql {
  return perSegment(at, segments, (offset) => sql`(${at} + ${offset}) / ${sql.lit(DAY_MS)}`)
}

/** First instant of the local hour; in the hour that a clock repeats, each pass is its own bucket. */
export function hourOfInstant(at: Sql, segments: readonly OffsetSegment[]): Sql {
  return perSegment(
    at,
    segments,
    (offset) => sql`((${at} + ${offset}) / ${sql.lit(HOUR_MS)}) * ${sql.lit(HOUR_MS)} - ${offset}`,
  )
}

function perSegment(at: Sql, segments: readonly OffsetSegment[], value: (offset: Sql) => Sql): Sql {
  const last = segments.at(-1)
  if (!last) return value(sql.lit(0))
  const otherwise = value(sql.lit(last.offsetMs))
  if (segments.length === 1) return otherwise
  const cases = segments
    .slice(0, -1)
    .map((s) => sql`WHEN ${at} < ${sql.lit(s.toMs)} THEN ${value(sql.lit(s.offsetMs))}`)
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${otherwise} END`
}

/** Day numbers count from Thursday 1970-01-01; ISO weeks begin on Monday. */
export function bucketOfDay(day: Sql, grain: Grain, monthStarts: readonly number[]): Sql {
  if (grain === 'week') return sql`${day} - ((${day} + 3) % 7)`
  if (grain !== 'month') return day
  const cases = monthStarts
    .slice(1)
    .map((next, i) => sql`WHEN ${day} < ${sql.lit(next)} THEN ${sql.lit(monthStarts[i] ?? next)}`)
  return sql`CASE ${sql.join(cases, sql` `)} END`
}
