import { sql, type RawBuilder } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../src/lib/time/clock.ts'
import type { OffsetSegment } from '../../src/lib/time/zone.ts'

type Sql = RawBuilder<unknown>

/**
 * Returns SQL for the local day number of an instant. The caller hands over the zone's offsets, so neither database
 * needs to know time zones.
 */
export function dayOfInstant(at: Sql, segments: readonly OffsetSegment[]): Sql {
  return perSegment(
    at,
    segments,
    ({ offsetMs }) => sql`(${at} + ${sql.lit(offsetMs)}) / ${sql.lit(DAY_MS)}`,
  )
}

/**
 * Returns SQL for the first instant of the local hour that an instant is in. In an hour that a clock repeats, each pass
 * is its own bucket; where a clock changes within an hour, as by 30 minutes, the rest of that hour begins at the
 * change.
 */
export function hourOfInstant(at: Sql, segments: readonly OffsetSegment[]): Sql {
  return perSegment(at, segments, ({ offsetMs, fromMs }, isFirst) => {
    const offset = sql.lit(offsetMs)
    const start = sql`((${at} + ${offset}) / ${sql.lit(HOUR_MS)}) * ${sql.lit(HOUR_MS)} - ${offset}`
    const change = sql.lit(fromMs)
    return isFirst ? start : sql`CASE WHEN ${start} < ${change} THEN ${change} ELSE ${start} END`
  })
}

/** Returns SQL for the local day of the week of an instant, from 1 for Monday. */
export const weekdayOfInstant = (at: Sql, segments: readonly OffsetSegment[]): Sql =>
  sql`((${dayOfInstant(at, segments)}) + 3) % 7 + 1`

/** Returns SQL for the local hour of the day of an instant, from 1 for the hour after midnight. */
export const hourOfDay = (at: Sql, segments: readonly OffsetSegment[]): Sql =>
  perSegment(
    at,
    segments,
    ({ offsetMs }) =>
      sql`(${at} + ${sql.lit(offsetMs)}) / ${sql.lit(HOUR_MS)} % ${sql.lit(DAY_MS / HOUR_MS)} + 1`,
  )

const UTC: OffsetSegment = { fromMs: 0, toMs: 0, offsetMs: 0 }

function perSegment(
  at: Sql,
  segments: readonly OffsetSegment[],
  value: (segment: OffsetSegment, isFirst: boolean) => Sql,
): Sql {
  const otherwise = value(segments.at(-1) ?? UTC, segments.length < 2)
  if (segments.length < 2) return otherwise
  const cases = segments
    .slice(0, -1)
    .map((segment, i) => sql`WHEN ${at} < ${sql.lit(segment.toMs)} THEN ${value(segment, i === 0)}`)
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${otherwise} END`
}
