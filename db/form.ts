import { RawNode, SqliteAdapter, sql, type Expression, type RawBuilder } from 'kysely'
import type { Db, Trx } from './tables/schema.ts'

/** An engine that statements are written for. */
export type SqlEngine = 'sqlite' | 'postgres'

/** A fragment of SQL, spelt for the engine that a statement is compiled for, and for no other. */
type Spellings<T> = Readonly<Record<SqlEngine, () => RawBuilder<T>>>

/** What stands in a statement for such a fragment. */
interface FormNode extends RawNode {
  readonly spellings: Spellings<unknown>
}

/** What a compiler writes that knows no forms: no engine takes it. */
const UNSPELT = RawNode.createWithSql('<a form without its spelling>')

/** One fragment for both engines; the compiler of the statement chooses the spelling (`spelling`). */
export function form<T>(spellings: Spellings<T>): RawBuilder<T> {
  const node: FormNode = { ...UNSPELT, spellings }
  const fragment: Expression<T> = { expressionType: undefined, toOperationNode: () => node }
  return sql<T>`${fragment}`
}

/** The node that a compiler writes: a form in the engine's spelling, any other as it is. */
export const spelling = (node: RawNode, engine: SqlEngine): RawNode =>
  // @NOTE `form` alone makes nodes with spellings.
  'spellings' in node ? (node as FormNode).spellings[engine]().toOperationNode() : node

/** The engine behind a handle, for what is no single statement. */
export const engineOf = (db: Db | Trx): SqlEngine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
