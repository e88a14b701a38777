import type { CompiledQuery, Dialect } from 'kysely'
import { connectionOf, dialectOf } from './dialect.ts'

/**
 * The form of rows: objects by column name, or arrays in the order of columns, which cost half as much for many small
 * rows.
 */
export type RowShape = 'objects' | 'arrays'

export type RunRead = (
  sql: string,
  parameters: readonly unknown[],
  form: RowShape,
) => Promise<unknown[]>

/**
 * A function that reads the rows of a compiled statement without the detour through Kysely, for reads that every answer
 * makes.
 */
export type ReadRows = (
  query: Pick<CompiledQuery, 'sql' | 'parameters'>,
) => Promise<readonly (readonly unknown[])[]>

export const toReadRows =
  (read: RunRead): ReadRows =>
  async ({ sql, parameters }) =>
    // @NOTE `arrays` asks for rows of this shape.
    (await read(sql, parameters, 'arrays')) as readonly (readonly unknown[])[]

const nothing = async (): Promise<void> => undefined

const refuse = (): Promise<never> => Promise.reject(new Error('A reader has no transactions'))

/**
 * Makes a dialect with which Kysely runs on any function that reads rows: on a connection of this thread, or in the
 * pool of reading threads. Its caller opens and closes them. Reads share one connection, since each is a single
 * statement.
 */
export function readDialect(read: RunRead): Dialect {
  const connection = connectionOf(async ({ sql, parameters }) => ({
    rows: await read(sql, parameters, 'objects'),
  }))
  return dialectOf(() => ({
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: nothing,
  }))
}
