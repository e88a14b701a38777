import { sql, type RawBuilder } from 'kysely'
import type { FactHaving, FactOrder, FactQuery, FactValue } from './fact-query.ts'
import type { BindableNumber } from './named-parameter.ts'
import type { Measure } from './measures.ts'

type Sql = RawBuilder<unknown>

/** Names the column with a measure's sum over all rows that differ from this one in a label. */
export const wholeColumn = (measure: Measure): string => `whole_${measure}`

/** Returns the two columns that a number is made of; the denominator is null for a plain measure. */
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
  }
}

/**
 * Returns the value that rows are ordered by. It is never null: an empty denominator counts as -1, below every real ratio,
 * so that a keyset position can be compared.
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
      return sql`CASE WHEN (${denominator}) = 0 THEN -1.0 ELSE CAST(${numerator} AS DOUBLE PRECISION) / (${denominator}) END`
    }
  }
}

const BOUNDS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

export function havingCondition({ value, bound, limit }: FactHaving): Sql {
  const { numerator, denominator } = partsOf(value)
  const sign = sql.raw(BOUNDS[bound])
  if (!denominator) return sql`${numerator} ${sign} ${limit}`
  return sql`((${denominator}) > 0 AND CAST(${numerator} AS DOUBLE PRECISION) / (${denominator}) ${sign} ${limit})`
}

/** Holds for rows after a keyset position: a later order value, or the same one and later names. */
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
