import type { PGlite } from '@electric-sql/pglite'
import {
  PostgresAdapter,
  PostgresIntrospector,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryResult,
} from 'kysely'
import { PostgresCompiler } from '../query-compiler.ts'

const DEFINITION = /^\s*(?:CREATE|ALTER|DROP)\b/

/**
 * Has Kysely define tables on a PostgreSQL within this process, each form in its spelling. Other statements of a migration
 * carry rows over, in the SQL of SQLite; they are not run, since a new database has none.
 */
export const definingDialect = (postgres: PGlite): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresCompiler(),
  createDriver: () => ({
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connectionTo(postgres)),
    beginTransaction: () => postgres.exec('BEGIN').then(ignore),
    commitTransaction: () => postgres.exec('COMMIT').then(ignore),
    rollbackTransaction: () => postgres.exec('ROLLBACK').then(ignore),
    releaseConnection: () => Promise.resolve(),
    destroy: () => Promise.resolve(),
  }),
})

const ignore = (): void => undefined

const connectionTo = (postgres: PGlite): DatabaseConnection => ({
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (!DEFINITION.test(sql)) return { rows: [] }
    const { rows } = await postgres.query<R>(sql, [...parameters])
    return { rows }
  },
  streamQuery: () => {
    throw new Error('No statement is read as a stream')
  },
})
