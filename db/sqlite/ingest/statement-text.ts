import { createQueryId, type RawBuilder } from 'kysely'
import { SqliteCompiler } from '../dialect.ts'

/** Compiles a fragment without parameters into the text of a prepared statement. */
export const statementText = (fragment: RawBuilder<unknown>): string =>
  new SqliteCompiler().compileQuery(fragment.toOperationNode(), createQueryId()).sql
