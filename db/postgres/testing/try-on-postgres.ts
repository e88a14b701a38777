import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { migrateToLatest } from '../../migrate.ts'
import { LATER_NAMES } from '../../migrations/names.ts'
import { connectReader } from '../../sqlite/connect.ts'
import type { Tables } from '../../tables/schema.ts'
import { definingDialect } from './pglite-dialect.ts'
import type { RecordedStatement } from './record-statements.ts'

/** SQL of SQLite alone may stand here, and tests may write what they like. */
const OF_SQLITE =
  /^db\/(?:sqlite|migrations)\/|^db\/(?:ddl|migrate)\.ts$|\.test\.ts$|(?:^|\/)testing\//
/** PostgreSQL searches texts by other means, which no form has yet. */
const WITHOUT_FORM = 'Full text has no form for PostgreSQL'
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/taken-by-postgres.json')

/**
 * Vitest calls this once at the end of a run: PostgreSQL, as a library, has to take every statement that the run has
 * compiled, with the types that it finds for its parameters. Statements that it took in an earlier run are not tried again.
 */
export async function teardown(): Promise<void> {
  const statements = recordedStatements()
  const schema = LATER_NAMES.at(-1)
  const keyOf = ({ text = '' }: RecordedStatement): string =>
    createHash('sha256').update(`${schema}\n${text}`).digest('base64')
  const taken = new Set<string>(existsSync(CACHE) ? readKeys() : [])
  const untried = statements.filter((statement) => !taken.has(keyOf(statement)))
  if (untried.length === 0) return
  const refusals = await refusalsOf(untried)
  const takenNow = untried.filter((statement) => !refusals.has(statement)).map(keyOf)
  mkdirSync(dirname(CACHE), { recursive: true })
  writeFileSync(CACHE, JSON.stringify([...taken, ...takenNow]))
  if (refusals.size > 0) {
    // Vitest only logs what this throws.
    process.exitCode = 1
    throw new Error(describeRefusals(refusals))
  }
  process.stdout.write(`PostgreSQL takes ${takenNow.length} statements that are new to it\n`)
}

// @NOTE this file alone writes the cache.
const readKeys = () => JSON.parse(readFileSync(CACHE, 'utf8')) as string[]

/** The statements of this run for which PostgreSQL must have an answer, each once. */
function recordedStatements(): RecordedStatement[] {
  const file = join(process.env['TESTED_DATA'] ?? '', 'statements.jsonl')
  if (!existsSync(file)) return []
  const statements = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    // @NOTE `record-statements.ts` writes it.
    .map((line) => JSON.parse(line) as RecordedStatement)
    .filter(({ file: maker }) => !OF_SQLITE.test(maker))
    .filter(({ refusal = '' }) => !refusal.includes(WITHOUT_FORM))
  return [...new Map(statements.map((one) => [shapeOf(one), one])).values()]
}

/** The same statement of another day or site has other numbers; those of more than nine digits have another type. */
const shapeOf = ({ text, refusal = '' }: RecordedStatement): string =>
  (text ?? refusal).replaceAll(/\b\d+\b/g, ({ length }) => (length > 9 ? 'bigint' : 'int'))

async function refusalsOf(
  statements: readonly RecordedStatement[],
): Promise<Map<RecordedStatement, string>> {
  const refusals = new Map<RecordedStatement, string>()
  const postgres = await PGlite.create()
  await migrateToLatest(new Kysely<Tables>({ dialect: definingDialect(postgres) }), 'tried')
  for (const statement of statements) {
    try {
      if (statement.text === undefined) throw new Error(statement.refusal)
      await postgres.exec(`PREPARE tried AS ${statement.text}; DEALLOCATE tried`)
    } catch (error) {
      if (isStatement(statement)) refusals.set(statement, String(error))
    }
  }
  await postgres.close()
  return refusals
}

/** A part of a statement is compiled by itself, too, where its text is put together from parts: SQLite takes none of these. */
function isStatement({ own }: RecordedStatement): boolean {
  const connection = connectReader(process.env['MIGRATED_FILE'] ?? '')
  try {
    connection.prepare(own)
    return true
  } catch (error) {
    if (error instanceof Error && /syntax error/.test(error.message)) return false
    throw error
  } finally {
    connection.close()
  }
}

/** Names each fault of a file once, with one of the statements that have it. */
function describeRefusals(refusals: ReadonlyMap<RecordedStatement, string>): string {
  const texts = new Map(
    [...refusals].map(([{ file, text = '' }, refusal]) => [`${file}: ${refusal}`, text]),
  )
  const lines = [...texts].map(([fault, text]) => `${fault}\n  ${text.slice(0, 2_000)}`)
  return `PostgreSQL refuses ${refusals.size} statements:\n${lines.join('\n')}`
}
