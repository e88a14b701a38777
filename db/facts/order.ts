import { sql, type RawBuilder } from 'kysely'
import type { FactHaving, FactOrder, FactQuery, FactValue } from './fact-query.ts'
import type { BindableNumber } from '../prepared-statement.ts'
import type { Measure } from './measures.ts'
import { MIN_TRIALS, Z } from '../../src/domain/statistics/intervals.ts'

type Sql = RawBuilder<unknown>

/** Returns the name of the column with a measure's sum over all rows that differ from this one in a label. */
export const wholeColumn = (measure: Measure): string => `whole_${measure}`

/** Returns the two expressions that a number is made of; the denominator is null for a plain measure. */
function partsOf(value: FactValue): { numerator: Sql; denominator: Sql | null } {
  switch (value.by) {
    case 'measure':
      return { numerator: sql.ref(value.measure), denominator: null }
    case 'ratio': {
      const [numerator, denominator] = [sql.ref(value.numerator), sql.ref(value.denominator)]
      if (!value.needs) return { numerator, denominator }
      const needed = sql`CASE WHEN ${sql.ref(value.needs)} > 0 THEN ${denominator} ELSE 0 END`
      return { numerator, denominator: needed }
    }
    case 'share':
      return {
        numerator: sql.ref(value.measure),
        denominator: sql.ref(wholeColumn(value.measure)),
      }
    case 'mean':
      return {
        numerator: sql`(${sql.ref(value.sum)} / ${sql.lit(value.unit)}.0)`,
        denominator: sql.ref(value.of),
      }
  }
}

/**
 * The numbers that put rates with too few trials behind all others (`FEW`, added to the rate), and rows without trials
 * behind those (`NONE`); no rate is near these.
 */
const FEW = { asc: 1e6, desc: -1e6 } as const
const NONE = { asc: 1e12, desc: -1e12 } as const

/**
 * Returns SQL for the value that rows are ordered by. It is never null, so that a keyset position can be compared. A
 * rate counts by that end of its 95 % interval which is nearer to the rows behind it, so that a ranking does not begin
 * with rates that are large, or small, only because of little data.
 */
export function orderValue(order: FactOrder): Sql {
  switch (order.by) {
    case 'time':
      return sql`bucket`
    case 'label':
      return sql.ref(`label_${order.index}`)
    case 'value': {
      const { numerator, denominator } = partsOf(order.value)
      if (!denominator) return numerator
      const { direction } = order
      if (order.value.by === 'mean') {
        return sql`CASE WHEN (${denominator}) = 0 THEN ${sql.lit(NONE[direction])} ELSE ${numerator} / ${denominator} END`
      }
      const end = intervalEnd(numerator, denominator, direction)
      return sql`CASE WHEN (${denominator}) = 0 THEN ${sql.lit(NONE[direction])}
        WHEN (${denominator}) < ${sql.lit(MIN_TRIALS)} THEN ${sql.lit(FEW[direction])} + ${end} ELSE ${end} END`
    }
  }
}

/**
 * Returns SQL for the lower end of a rate's interval for the direction `desc`, else for its upper end, as
 * `domain/statistics` computes them.
 */
function intervalEnd(numerator: Sql, denominator: Sql, direction: 'asc' | 'desc'): Sql {
  const [k, n] = [numerator, denominator].map((count) => sql`CAST((${count}) AS DOUBLE PRECISION)`)
  const sign = sql.raw(direction === 'desc' ? '-' : '+')
  const [z, half, quarter, whole] = [Z, Z ** 2 / 2, Z ** 2 / 4, Z ** 2].map((one) => sql.lit(one))
  const wilson = sql`(${k} + ${half} ${sign} ${z} * SQRT(${k} * (${n} - ${k}) / ${n} + ${quarter})) / (${n} + ${whole})`
  const poisson = sql`(${k} + ${half} ${sign} ${z} * SQRT(${k} + ${quarter})) / ${n}`
  // The ends 0 and 1 are exact; computing them would leave a rounding error, and tell equal rows apart.
  const exact =
    direction === 'desc'
      ? sql`WHEN ${numerator} = 0 THEN 0.0`
      : sql`WHEN ${numerator} = ${denominator} THEN 1.0`
  return sql`CASE ${exact} WHEN ${k} > ${n} THEN ${poisson} ELSE ${wilson} END`
}

const BOUNDS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

export function havingCondition({ value, bound, limit }: FactHaving): Sql {
  const { numerator, denominator } = partsOf(value)
  const sign = sql.raw(BOUNDS[bound])
  if (!denominator) return sql`${numerator} ${sign} ${limit}`
  return sql`((${denominator}) > 0 AND CAST(${numerator} AS DOUBLE PRECISION) / (${denominator}) ${sign} ${limit})`
}

/**
 * Returns a condition that holds for rows behind a keyset position: those with an order value further on, or with the
 * same value and later labels.
 */
export function keysetCondition(
  { after, order }: FactQuery<BindableNumber>,
  value: Sql,
  names: readonly string[],
): Sql {
  const [last, ...labels] = after ?? []
  const further = sql.raw(order.direction === 'asc' ? '>' : '<')
  const later = names.map((name, i) => {
    const equal = names
      .slice(0, i)
      .map((earlier, j) => sql`${sql.ref(earlier)} = ${labels[j] ?? null}`)
    return sql.join([...equal, sql`${sql.ref(name)} > ${labels[i] ?? null}`], sql` AND `)
  })
  const ties = sql.join(
    later.map((condition) => sql`(${condition})`),
    sql` OR `,
  )
  return sql`(${value} ${further} ${last ?? null} OR (${value} = ${last ?? null} AND (${ties})))`
}
