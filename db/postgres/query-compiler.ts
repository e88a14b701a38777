import { PostgresQueryCompiler, type RawNode } from 'kysely'
import { spelling } from '../form.ts'

/** Compiles statements for PostgreSQL, each form in its spelling. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw(spelling(node, 'postgres'))
  }
}
