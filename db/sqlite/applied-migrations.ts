import { UnusableDatabaseError } from '../errors.ts'
import { BASELINE_NAMES, MIGRATION_NAMES } from '../migrations/names.ts'
import type { SqliteConnection } from './connect.ts'

/**
 * Returns the names of the migrations that have run, by one read of Kysely's own table: asking its migrator costs more
 * than the rest of a start. Throws UnusableDatabaseError where this version does not know one of them, or cannot run
 * one that is missing.
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
  const [first, ...others] = rows.filter(({ name }) => !known.includes(name))
  if (first) {
    const writers = [first, ...others].map(({ name }) => writerOf(connection, name))
    const writer = latestVersion(writers, version)
    const who = writer === undefined ? 'a later version of Citable' : `Citable ${writer}`
    const what = writer === undefined ? 'that version' : who
    throw new UnusableDatabaseError(
      `${file} was written by ${who}: it has the migration ${first.name}, which this version (${version}) does not know. Run ${what} or a later one, or restore a backup from before it`,
    )
  }
  const applied = new Set(rows.map(({ name }) => name))
  const missing = BASELINE_NAMES.find((name) => !applied.has(name))
  if (missing !== undefined && applied.size > 0) {
    throw new UnusableDatabaseError(
      `${file} was written by a version before 0.1.0: it lacks the migration ${missing}, which later versions do not have. Start Citable 0.1.0 on it once, then this version`,
    )
  }
  return applied
}

/**
 * Returns the latest of the versions that ran the migrations of a file, since it knows what all of them did; undefined
 * where that is not later than this version: a build between two releases has the number of the one before.
 */
function latestVersion(
  writers: readonly (string | undefined)[],
  version: string,
): string | undefined {
  const latest = writers
    .flatMap((writer) => writer ?? [])
    .reduce((a, b) => (isLater(b, a) ? b : a), version)
  return latest === version ? undefined : latest
}

/** Returns true where version `a` is later than `b`, by number, so that 0.10.0 is later than 0.9.0. */
const isLater = (a: string, b: string): boolean => a.localeCompare(b, 'en', { numeric: true }) > 0

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
