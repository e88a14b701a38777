import { SqliteQueryCompiler, type RawNode } from 'kysely'
import { spelling } from '../form.ts'

/** Compiles statements for SQLite, each form in its spelling. */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw(spelling(node, 'sqlite'))
  }
}
