import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type RawNode,
} from 'kysely'
import { spelling } from '../form.ts'

/** A compiler of statements for SQLite, which writes each form in SQLite's spelling. */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw(spelling(node, 'sqlite'))
  }
}

/** Makes a dialect with which Kysely runs statements by a driver of this service. */
export const dialectOf = (createDriver: () => Driver): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteCompiler(),
  createDriver,
})

/** Makes a connection of Kysely from a function that runs a statement; a stream is all of its rows at once. */
export const connectionOf = (
  run: (query: CompiledQuery) => Promise<QueryResult<unknown>>,
): DatabaseConnection => ({
  // @NOTE SQLite gives unknown rows; Kysely's types are what the query was built with.
  executeQuery: <R>(query: CompiledQuery) => run(query) as Promise<QueryResult<R>>,
  async *streamQuery<R>(query: CompiledQuery) {
    yield await this.executeQuery<R>(query)
  },
})
