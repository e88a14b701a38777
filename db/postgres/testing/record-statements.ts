// Vitest loads this ahead of each file of tests: each statement that the service compiles in a process of tests is written
// down as PostgreSQL would get it, and `try-on-postgres.ts` asks PostgreSQL about all of them at the end of the run.
import { appendFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { SqliteQueryCompiler, type CompiledQuery, type RootOperationNode } from 'kysely'
import { PostgresCompiler } from '../query-compiler.ts'
import { SqliteCompiler } from '../../sqlite/dialect.ts'

export interface RecordedStatement {
  /** The file of the repository that made the statement, as a relative path. */
  file: string
  /** The text of the statement as SQLite gets it. */
  own: string
  /** The text in the spelling of PostgreSQL; undefined where one of its forms has no such spelling. */
  text?: string
  refusal?: string
}

const root = join(import.meta.dirname, '../../..')
const known = new Set<string>()
const compiler = new PostgresCompiler()

class RecordingCompiler extends SqliteQueryCompiler {
  override compileQuery(...args: Parameters<SqliteQueryCompiler['compileQuery']>): CompiledQuery {
    const compiled = super.compileQuery(...args)
    if (!known.has(compiled.sql)) recordNew(compiled.sql, args[0])
    return compiled
  }
}

const { prototype } = SqliteCompiler
if (!Object.hasOwn(prototype, 'compileQuery')) {
  const own = Object.getOwnPropertyDescriptor(RecordingCompiler.prototype, 'compileQuery')
  Object.defineProperty(prototype, 'compileQuery', own ?? {})
}

/** Matches the files that may hold SQL of SQLite, and tests, which may hold any SQL. */
const OF_SQLITE =
  /^db\/(?:sqlite|migrations)\/|^db\/(?:ddl|migrate)\.ts$|\.test\.ts$|(?:^|\/)testing\//

function recordNew(own: string, node: RootOperationNode): void {
  const file = maker()
  // A test may compile a statement before the service does.
  if (OF_SQLITE.test(file)) return
  known.add(own)
  write({ file, own, ...forPostgres(node) })
}

function forPostgres(node: RootOperationNode): Pick<RecordedStatement, 'text' | 'refusal'> {
  try {
    return { text: compiler.compileQuery(node, { queryId: 'recorded' }).sql }
  } catch (error) {
    return { refusal: String(error) }
  }
}

/** The file in which statements of other files are compiled. */
const COMPILES = 'db/prepared-statement.ts'

/** Returns the innermost file of the repository in the stack, except this one. */
function maker(): string {
  const { stack = '' } = new Error('Only its stack is read')
  const files = [...stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+\.tsx?)/g)].map(([, file = '']) =>
    relative(root, file),
  )
  return (
    files.find(
      (file) =>
        !file.startsWith('..') &&
        file !== COMPILES &&
        !file.split(sep).includes('node_modules') &&
        !import.meta.filename.endsWith(file),
    ) ?? 'unknown'
  )
}

function write(statement: RecordedStatement): void {
  const folder = process.env['TESTED_DATA']
  if (folder === undefined) return
  appendFileSync(join(folder, 'statements.jsonl'), `${JSON.stringify(statement)}\n`)
}
