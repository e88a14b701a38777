import { RawNode, SqliteAdapter, sql, type Expression, type RawBuilder } from 'kysely'
import type { Db, Trx } from './tables/schema.ts'

export type SqlEngine = 'sqlite' | 'postgres'

/** The spellings of a fragment of SQL; only that of the engine which compiles the statement is made. */
type Spellings<T> = Readonly<Record<SqlEngine, () => RawBuilder<T>>>

/** Stands in a statement for a fragment with spellings, until the statement is compiled. */
interface FormNode extends RawNode {
  readonly spellings: Spellings<unknown>
}

/** A compiler that knows no forms writes this text, which no engine takes. */
const UNSPELT = RawNode.createWithSql('<a form without its spelling>')

/** Makes one fragment for both engines; the compiler of the statement chooses by `spelling`. */
export function form<T>(spellings: Spellings<T>): RawBuilder<T> {
  const node: FormNode = { ...UNSPELT, spellings }
  const fragment: Expression<T> = { expressionType: undefined, toOperationNode: () => node }
  return sql<T>`${fragment}`
}

/** Returns the node that a compiler writes: a form in the engine's spelling, any other node as it is. */
export const spelling = (node: RawNode, engine: SqlEngine): RawNode =>
  // @NOTE `form` alone makes nodes with spellings.
  'spellings' in node ? (node as FormNode).spellings[engine]().toOperationNode() : node

/** Returns the engine behind a handle, for work that is no single statement. */
export const engineOf = (db: Db | Trx): SqlEngine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
