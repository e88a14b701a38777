import { UnusableDatabaseError } from '../errors.ts'
import { MIGRATION_NAMES } from '../migrations/names.ts'
import type { SqliteConnection } from './connect.ts'

/**
 * Returns the migrations that have run, by one read of Kysely's own table: asking its migrator costs more than the rest
 * of a start. Throws UnusableDatabaseError where this version does not know one of them.
 */
export function appliedMigrations(
  connection: SqliteConnection,
  { file, version }: { file: string; version: string },
): ReadonlySet<string> {
  if (!hasTable(connection, 'kysely_migration')) return new Set()
  const rows = connection
    .prepare<[], { name: string }>('SELECT name FROM kysely_migration ORDER BY name')
    .all()
  const known: readonly string[] = MIGRATION_NAMES
  const later = rows.find(({ name }) => !known.includes(name))
  if (later) {
    const writer = writerOf(connection, later.name)
    throw new UnusableDatabaseError(
      `${file} was written by ${writer === undefined ? 'a later version of Citable' : `Citable ${writer}`}: it has the migration ${later.name}, which this version (${version}) does not know. Run ${writer === undefined ? 'that version' : `Citable ${writer}`} or a later one, or restore a backup from before it`,
    )
  }
  return new Set(rows.map(({ name }) => name))
}

/** Returns the version of the service that ran a migration; undefined where none was stored. */
function writerOf(connection: SqliteConnection, migration: string): string | undefined {
  if (!hasTable(connection, 'schema_version')) return undefined
  return connection
    .prepare<[string], { version: string }>(
      'SELECT version FROM schema_version WHERE migration = ?',
    )
    .get(migration)?.version
}

const hasTable = (connection: SqliteConnection, name: string): boolean =>
  connection.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined
