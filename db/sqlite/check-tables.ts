import { closeOnThrow } from './binding.ts'
import { connectReader, type SqliteConnection } from './connect.ts'

/** A part of the file that cannot be read. */
export interface Damage {
  /** The damaged part of the schema, such as `table job` or `index job_due of table job`. */
  what: string
  /** The message of SQLite, which names pages of the file and nothing of their content. */
  found: string
}

/** The table whose check covers the list of free pages as well. */
const SCHEMA = 'sqlite_schema'
/** The pragma that checks a table, which is asked for one finding, enough to know that the table needs mending. */
const CHECK = 'quick_check'
/** The size of the page cache in KiB: small, since a check reads each page of the file once. */
const CACHE_KIB = 1_024

/**
 * Checks the tables of a file one after the other, each with its indexes; yields the name of each before its check, and
 * the finding after it. The tables that are named in `met`, the text of a statement that met damage, come first. The
 * check of a table reads all of it, and cannot be interrupted. Source:
 * https://www.sqlite.org/pragma.html#pragma_quick_check
 */
export function* findDamage(
  file: string,
  met = '',
): Generator<{ table: string } | { damage: Damage }> {
  yield { table: SCHEMA }
  const opened = openTables(file)
  if ('found' in opened) {
    yield { damage: opened }
    return
  }
  const { connection, tables } = opened
  try {
    const isMet = (name: string): boolean => met.includes(name)
    for (const table of [...tables.filter(isMet), SCHEMA, ...tables.filter((t) => !isMet(t))]) {
      yield { table }
      const damage = checkTable(connection, table)
      if (damage) yield { damage }
    }
  } finally {
    connection.close()
  }
}

/** Opens the file and lists its tables; without this list no table can be read. */
function openTables(
  file: string,
): { connection: SqliteConnection; tables: readonly string[] } | Damage {
  try {
    const connection = connectReader(file, { cacheKib: CACHE_KIB })
    const tables = closeOnThrow(connection, () =>
      connection
        .prepare<[], string>(`SELECT name FROM ${SCHEMA} WHERE type = 'table' ORDER BY name`)
        .pluck()
        .all(),
    )
    return { connection, tables }
  } catch (error) {
    return { what: 'head of the file', found: wordsOf(error) }
  }
}

function checkTable(connection: SqliteConnection, table: string): Damage | undefined {
  try {
    const verdict = String(connection.pragma(`${CHECK}("${table}")`, { simple: true }))
    return verdict === 'ok' ? undefined : damageOf(connection, table, verdict)
  } catch (error) {
    return { what: `table ${table}`, found: wordsOf(error) }
  }
}

/**
 * Returns the damaged part by its name: SQLite names a table or an index by its first page, and the list of free pages
 * by name.
 */
function damageOf(connection: SqliteConnection, table: string, verdict: string): Damage {
  const found = verdict.replace(/^\*\*\* in database main \*\*\*\n/, '')
  if (found.startsWith('Freelist:')) return { what: 'list of free pages', found }
  const root = Number(/^Tree (\d+) /.exec(found)?.[1])
  const index = connection
    .prepare<[number], string>(`SELECT name FROM ${SCHEMA} WHERE type = 'index' AND rootpage = ?`)
    .pluck()
    .get(root)
  return { what: `${index === undefined ? '' : `index ${index} of `}table ${table}`, found }
}

/**
 * Returns the message of an error which says that bytes cannot be read, and throws any other error again: a locked
 * file, for example, says nothing about damage.
 */
function wordsOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(code)) return `${code}: ${String(error)}`
  throw error
}
