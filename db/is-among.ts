import { sql, type Expression } from 'kysely'

/** Holds where an expression has one of some values; PostgreSQL reads no empty list, so nothing is among no values. */
export const isAmong = (expression: Expression<unknown>, values: readonly unknown[]) =>
  values.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`${expression} IN (${sql.join([...values])})`
