import { createQueryId, type RawBuilder } from 'kysely'
import { SqliteCompiler } from '../dialect.ts'

/** Returns the text of a fragment of SQL without parameters, for a statement that is prepared from text. */
export const statementText = (fragment: RawBuilder<unknown>): string =>
  new SqliteCompiler().compileQuery(fragment.toOperationNode(), createQueryId()).sql
