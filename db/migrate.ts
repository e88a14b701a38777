import { sql, type Migration } from 'kysely'
import { UnusableDatabaseError } from './errors.ts'
import { MIGRATION_NAMES, type MigrationName } from './migrations/names.ts'
import type { SqliteConnection } from './sqlite/connect.ts'
import type { Db } from './tables/schema.ts'

/** From here on, each migration leaves the version of the service that ran it. */
const FIRST_RECORDED: MigrationName = '0012-schema-version'

/**
 * The migrations that have run, by one look at Kysely's own table: asking its migrator costs more than the rest of a
 * start. Throws UnusableDatabaseError where one is among them that this version does not know.
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

/** The version that ran a migration; undefined where none was kept. */
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

export const isUpToDate = (applied: ReadonlySet<string>): boolean =>
  MIGRATION_NAMES.every((name) => applied.has(name))

/**
 * Brings the schema up to date, in the name of this version of the service; returns the names of the migrations that ran.
 * What migrates is loaded only then.
 */
export async function migrateToLatest(db: Db, version: string): Promise<string[]> {
  const { Migrator, MIGRATIONS } = await import('./migrations/index.ts')
  const migrations = Object.entries(MIGRATIONS).map(([name, migration]) => [
    name,
    name < FIRST_RECORDED ? migration : recorded(name, migration, version),
  ])
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(migrations)) }
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migration failed', { cause: error })
  return results
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName)
}

const recorded = (name: string, migration: Migration, version: string): Migration => ({
  async up(db) {
    await migration.up(db)
    await sql`INSERT INTO schema_version (migration, version) VALUES (${name}, ${version})`.execute(
      db,
    )
  },
})
