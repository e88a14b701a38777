import { sql, type RawBuilder } from 'kysely'
import type { Grain } from './fact-query.ts'

type Sql = RawBuilder<unknown>

/**
 * Returns the first day of the day, week or month that a day number is in. Day numbers count from Thursday 1970-01-01;
 * weeks begin on Monday, and months where `monthStarts` says.
 */
export function bucketOfDay(day: Sql, grain: Grain, monthStarts: readonly number[]): Sql {
  if (grain === 'week') return sql`${day} - ((${day} + 3) % 7)`
  if (grain !== 'month') return day
  const cases = monthStarts
    .slice(1)
    .map((next, i) => sql`WHEN ${day} < ${sql.lit(next)} THEN ${sql.lit(monthStarts[i] ?? next)}`)
  return sql`CASE ${sql.join(cases, sql` `)} END`
}
