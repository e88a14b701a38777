import { sql, type Expression } from 'kysely'

/**
 * Returns a condition that holds where an expression has one of some values. PostgreSQL cannot read an empty list, so
 * for no values the condition is false.
 */
export const isAmong = (expression: Expression<unknown>, values: readonly unknown[]) =>
  values.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`${expression} IN (${sql.join([...values])})`
