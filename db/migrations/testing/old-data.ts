import { readFileSync } from 'node:fs'
import { Kysely } from 'kysely'
import { connectWriter, type SqliteConnection } from '../../sqlite/connect.ts'
import { sqliteDialect } from '../../sqlite/driver.ts'
import type { Tables } from '../../tables/schema.ts'
import { MIGRATIONS } from '../index.ts'
import { LATER_NAMES, type LaterName } from '../names.ts'

/** The last migration of 0.1.0. */
export const FIRST_RELEASE = '0011-cut-runs'

const FIRST_RELEASE_DATA = new URL('./data-0.1.0.sql', import.meta.url)

/**
 * Makes the data of a service that has run the migrations up to the one with this name, and no later one: the data of
 * 0.1.0, brought up to there. `fill` adds the rows of the service; it uses the tables as they were then.
 */
export async function makeOldData(
  file: string,
  lastMigration: typeof FIRST_RELEASE | LaterName,
  fill: (connection: SqliteConnection) => void,
): Promise<void> {
  const connection = connectWriter(file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  try {
    connection.exec(readFileSync(FIRST_RELEASE_DATA, 'utf8'))
    for (const name of LATER_NAMES.filter((later) => later <= lastMigration)) {
      await MIGRATIONS[name].up(db)
      insertRows(connection, 'kysely_migration', [{ name, timestamp: '2026-11-22T12:00:00.000Z' }])
    }
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

/** An organization with a site, as 0.1.0 stored them. */
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
