import { sql, type RawBuilder } from 'kysely'
import type { FactOrder } from './fact-query.ts'

/**
 * The value that rows are ordered by, never null: an empty denominator counts as -1, below every real ratio,
 * so that a keyset position can be compared.
 */
export function orderValue(order: FactOrder): RawBuilder<unknown> {
  switch (order.by) {
    case 'time':
      return sql`bucket`
    case 'label':
      return sql`label_0`
    case 'measure':
      return sql`COALESCE(${sql.ref(order.measure)}, 0)`
    case 'ratio':
      return sql`CASE WHEN COALESCE(${sql.ref(order.denominator)}, 0) = 0 THEN -1.0 ELSE ${sql.ref(order.numerator)} * 1.0 / ${sql.ref(order.denominator)} END`
  }
}
