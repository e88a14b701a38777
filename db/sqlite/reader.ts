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

/** How rows come: by the names of their columns, or by their order, which is half as dear for many small rows. */
export type RowShape = 'objects' | 'arrays'

export type RunRead = (
  sql: string,
  parameters: readonly unknown[],
  form: RowShape,
) => Promise<unknown[]>

/** Rows of a statement that is compiled already, without the way through Kysely; for what every answer begins with. */
export type ReadRows = (query: Pick<CompiledQuery, 'sql' | 'parameters'>) => Promise<unknown[][]>

export const toReadRows =
  (read: RunRead): ReadRows =>
  async ({ sql, parameters }) =>
    // @NOTE that is what the form means.
    (await read(sql, parameters, 'arrays')) as unknown[][]

/** Kysely over anything that can read rows: a connection of this thread, or the pool of reading threads. */
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

/** Reads share one connection: each is one statement, so there is nothing to keep apart. */
class ReadDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {
    // Opened by whoever made the reader.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    // Shared.
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
    // Closed by whoever made the reader.
  }
}
