import { RawNode, SqliteAdapter, sql, type Expression, type RawBuilder } from 'kysely'
import type { Db, Trx } from './tables/schema.ts'

export type SqlEngine = 'sqlite' | 'postgres'

/**
 * The spellings of a fragment of SQL, one for each engine; only the one for the engine that compiles the statement is
 * made.
 */
type Spellings<T> = Readonly<Record<SqlEngine, () => RawBuilder<T>>>

/** A node that stands in a statement for a fragment with several spellings, until the statement is compiled. */
interface FormNode extends RawNode {
  readonly spellings: Spellings<unknown>
}

/** The text that a compiler without forms writes for a form; no engine accepts it. */
const UNSPELT = RawNode.createWithSql('<a form without its spelling>')

/** Makes a fragment of SQL with a spelling for each engine; the statement's compiler chooses by `spelling`. */
export function form<T>(spellings: Spellings<T>): RawBuilder<T> {
  const node: FormNode = { ...UNSPELT, spellings }
  const fragment: Expression<T> = { expressionType: undefined, toOperationNode: () => node }
  return sql<T>`${fragment}`
}

/** Returns the node that a compiler writes: a form in the engine's spelling, any other node as it is. */
export const spelling = (node: RawNode, engine: SqlEngine): RawNode =>
  // @NOTE `form` alone makes nodes with spellings.
  'spellings' in node ? (node as FormNode).spellings[engine]().toOperationNode() : node

/** Returns the engine that a handle talks to, for work that is more than one statement. */
export const engineOf = (db: Db | Trx): SqlEngine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
