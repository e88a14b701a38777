import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  mkdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { migrateToLatest } from '../../migrate.ts'
import { connectReader } from '../../sqlite/connect.ts'
import type { Tables } from '../../tables/schema.ts'
import { definingDialect } from './pglite-dialect.ts'
import type { RecordedStatement } from './record-statements.ts'

/**
 * The reason why statements with full text are left out: PostgreSQL searches texts by other means, which no form has
 * yet.
 */
const WITHOUT_FORM = 'Full text has no form for PostgreSQL'
const DB = join(import.meta.dirname, '../..')
const CACHE = join(DB, '../node_modules/.cache/taken-by-postgres.json')

/**
 * Vitest calls this once at the end of a run: PostgreSQL, as a library, has to plan every statement that was recorded.
 * Statements that it took in an earlier run are not tried again. It never throws, since Vitest would leave out the work
 * that the other files of the setup have at the end of a run; a refusal is printed, and the run exits with 1.
 */
export async function teardown(): Promise<void> {
  try {
    process.stdout.write(await tryStatements())
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/**
 * Plans the statements of a run on PostgreSQL, and returns the text to print. Throws where PostgreSQL refuses a
 * statement, or a definition of a table.
 */
async function tryStatements(): Promise<string> {
  const statements = takeRecorded()
  const schema = schemaDigest()
  const keyOf = (statement: RecordedStatement): string =>
    createHash('sha256')
      .update(`${schema}\n${shapeOf(statement)}`)
      .digest('base64')
  const taken = readTaken()
  const untried = statements.filter((statement) => !taken.has(keyOf(statement)))
  if (untried.length === 0) return ''
  const refusals = await refusalsOf(untried)
  if (refusals.size > 0) throw new Error(describeRefusals(refusals))
  keepTaken([...taken, ...untried.map(keyOf)])
  return `PostgreSQL takes ${untried.length} statements that are new to it\n`
}

/** Reads the statements of this run for which PostgreSQL must have an answer, each once, and forgets them. */
function takeRecorded(): RecordedStatement[] {
  const folder = process.env['TESTED_DATA']
  if (folder === undefined) throw new Error('No statement was recorded: TESTED_DATA is not set')
  const file = join(folder, 'statements.jsonl')
  if (!existsSync(file)) return []
  const statements = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    // @NOTE `record-statements.ts` writes it.
    .map((line) => JSON.parse(line) as RecordedStatement)
    .filter(({ refusal = '' }) => !refusal.includes(WITHOUT_FORM))
  rmSync(file)
  return [...new Map(statements.map((one) => [shapeOf(one), one])).values()]
}

/**
 * Returns a statement with `int` in place of each number, since the same statement of another day or site has other
 * numbers; those of more than nine digits become `bigint`, since they have another type.
 */
const shapeOf = ({ text, refusal = '' }: RecordedStatement): string =>
  (text ?? refusal).replaceAll(/\b\d+\b/g, ({ length }) => (length > 9 ? 'bigint' : 'int'))

/**
 * Returns a digest of the tables that PostgreSQL gets, so that a change of their definitions has every statement tried
 * again.
 */
function schemaDigest(): string {
  const migrations = readdirSync(join(DB, 'migrations')).filter((name) => /^\d+-.*\.ts$/.test(name))
  const hash = createHash('sha256')
  for (const name of ['ddl.ts', ...migrations.map((one) => join('migrations', one))]) {
    hash.update(readFileSync(join(DB, name)))
  }
  return hash.digest('hex')
}

// @NOTE this file alone writes the cache.
const readTaken = (): Set<string> =>
  new Set(existsSync(CACHE) ? (JSON.parse(readFileSync(CACHE, 'utf8')) as string[]) : [])

/** Writes the cache of accepted statements in one go, since another run may read it. */
function keepTaken(keys: readonly string[]): void {
  mkdirSync(dirname(CACHE), { recursive: true })
  const draft = `${CACHE}.${process.pid}`
  writeFileSync(draft, JSON.stringify(keys))
  renameSync(draft, CACHE)
}

async function refusalsOf(
  statements: readonly RecordedStatement[],
): Promise<Map<RecordedStatement, string>> {
  const refusals = new Map<RecordedStatement, string>()
  const postgres = await PGlite.create()
  await migrateToLatest(new Kysely<Tables>({ dialect: definingDialect(postgres) }), 'tried')
  for (const statement of statements) {
    try {
      if (statement.text === undefined) throw new Error(statement.refusal)
      // A plan also needs the indexes that an upsert names; it is made without values.
      await postgres.exec(`EXPLAIN (GENERIC_PLAN) ${statement.text}`)
    } catch (error) {
      if (isStatement(statement)) refusals.set(statement, String(error))
    }
  }
  await postgres.close()
  return refusals
}

/**
 * Returns true for a whole statement. A text that is put together from parts has each part compiled by itself as well,
 * and SQLite never gets such a part.
 */
function isStatement({ own }: RecordedStatement): boolean {
  const connection = connectReader(process.env['MIGRATED_FILE'] ?? '')
  try {
    connection.prepare(own)
    return true
  } catch (error) {
    return !(error instanceof Error && error.message.includes('syntax error'))
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
