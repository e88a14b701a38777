import { closeOnThrow } from './binding.ts'
import { connectReader, type SqliteConnection } from './connect.ts'

/** Something of the file that cannot be read. */
export interface Damage {
  /** Names a part of the schema, which is ours: `table job`, `index job_due of table job`. */
  what: string
  /** The message of SQLite, which names pages and no content. */
  found: string
}

/** The table whose check covers the list of free pages, too. */
const SCHEMA = 'sqlite_schema'
/** One finding of a table is enough to know that it needs mending. */
const CHECK = 'quick_check'
/** A check passes through the file once. */
const CACHE_KIB = 1_024

/**
 * Checks the tables of the file one after the other, each with its indexes; yields the name of each before its check
 * and the finding after it. The tables that `met` names, which is the text of a statement that found damage, come
 * first. A check of one table cannot be interrupted and reads all of it. Source:
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

/** Opens the file and lists its tables; without the list none can be read. */
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

/** Names the damaged part: SQLite names a tree by its first page, and the list of free pages by name. */
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
 * Returns the message of an error that says that bytes cannot be read, and throws any other one again: a locked file,
 * for example, says nothing of damage.
 */
function wordsOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(code)) return `${code}: ${String(error)}`
  throw error
}
