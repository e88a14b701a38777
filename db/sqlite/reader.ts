import {
  SqliteAdapter,
  SqliteIntrospector,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely'
import { SqliteCompiler } from './query-compiler.ts'

/** Rows are objects by column name, or arrays by column order, which cost half as much for many small rows. */
export type RowShape = 'objects' | 'arrays'

export type RunRead = (
  sql: string,
  parameters: readonly unknown[],
  form: RowShape,
) => Promise<unknown[]>

/** Reads the rows of a compiled statement without the detour through Kysely, for the reads of every answer. */
export type ReadRows = (query: Pick<CompiledQuery, 'sql' | 'parameters'>) => Promise<unknown[][]>

export const toReadRows =
  (read: RunRead): ReadRows =>
  async ({ sql, parameters }) =>
    // @NOTE `arrays` asks for rows of this shape.
    (await read(sql, parameters, 'arrays')) as unknown[][]

/** Runs Kysely over anything that can read rows: a connection of this thread, or the pool of reading threads. */
export function readDialect(read: RunRead): Dialect {
  const connection = new ReadConnection(read)
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteCompiler(),
    createDriver: () => new ReadDriver(connection),
  }
}

class ReadConnection implements DatabaseConnection {
  readonly #read: RunRead

  constructor(read: RunRead) {
    this.#read = read
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // @NOTE the reader returns unknown rows; Kysely's types are what the query was built with.
    return { rows: (await this.#read(query.sql, query.parameters, 'objects')) as R[] }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}

/** Reads share one connection, since each is a single statement. */
class ReadDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {
    // The connection is opened by the maker of the reader.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    // The connection is shared.
  }

  beginTransaction(): Promise<void> {
    return Promise.reject(new Error('A reader has no transactions'))
  }

  commitTransaction(): Promise<void> {
    return this.beginTransaction()
  }

  rollbackTransaction(): Promise<void> {
    return this.beginTransaction()
  }

  async destroy(): Promise<void> {
    // The connection is closed by the maker of the reader.
  }
}
