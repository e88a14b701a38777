import { Kysely, Migrator } from 'kysely'
import { connectWriter, type SqliteConnection } from '../../sqlite/connect.ts'
import { sqliteDialect } from '../../sqlite/driver.ts'
import type { Tables } from '../../tables/schema.ts'
import { MIGRATIONS } from '../index.ts'

/**
 * Makes the data of a service that has run the migrations up to the one with this name, and none after it. `fill` adds
 * what the service had; it knows the tables as they were then.
 */
export async function makeOldData(
  file: string,
  lastMigration: string,
  fill: (connection: SqliteConnection) => void,
): Promise<void> {
  const names = Object.keys(MIGRATIONS)
  const count = names.indexOf(lastMigration) + 1
  if (count === 0) throw new Error(`No migration ${lastMigration}`)
  const old = Object.fromEntries(Object.entries(MIGRATIONS).slice(0, count))
  const connection = connectWriter(file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  try {
    const provider = { getMigrations: () => Promise.resolve(old) }
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error !== undefined) throw new Error('The old schema was not made', { cause: error })
    fill(connection)
  } finally {
    await db.destroy()
  }
}

type Row = Readonly<Record<string, string | number | Uint8Array | null>>

/** Adds rows by the names of their columns. */
export function insertRows(connection: SqliteConnection, table: string, rows: readonly Row[]) {
  for (const row of rows) {
    const columns = Object.keys(row)
    const places = columns.map((column) => `@${column}`)
    connection
      .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`)
      .run(row)
  }
}

/** An organization with a site, as the first release stored them. */
export function insertSite(
  connection: SqliteConnection,
  { num, org, id, url, at }: { num: number; org: string; id: string; url: string; at: number },
): void {
  insertRows(connection, 'organization', [
    { id: org, name: 'Old', plan: 'self_hosted', created_at: at },
  ])
  insertRows(connection, 'site', [
    {
      num,
      id,
      org_id: org,
      name: 'Old',
      domain: new URL(url).hostname,
      url,
      aliases: '[]',
      timezone: 'UTC',
      rollup_timezone: 'UTC',
      status: 'active',
      question_mode: 'full',
      honour_opt_out: 0,
      created_at: at,
      updated_at: at,
      version: 1,
    },
  ])
}
