import {
  HandleEmptyInListsPlugin,
  PostgresQueryCompiler,
  replaceWithNoncontingentExpression,
  type RawNode,
} from 'kysely'
import { spelling } from '../form.ts'

/** SQLite finds nothing in an empty list, which PostgreSQL cannot read. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

/** Compiles statements for PostgreSQL, each form in its spelling. */
export class PostgresCompiler extends PostgresQueryCompiler {
  override compileQuery(
    ...[node, queryId]: Parameters<PostgresQueryCompiler['compileQuery']>
  ): ReturnType<PostgresQueryCompiler['compileQuery']> {
    return super.compileQuery(emptyLists.transformQuery({ node, queryId }), queryId)
  }

  protected override visitRaw(node: RawNode): void {
    super.visitRaw(spelling(node, 'postgres'))
  }
}
