import { copyFileSync, existsSync } from 'node:fs'
import { Kysely } from 'kysely'
import { migrateToLatest } from '../../migrate.ts'
import { connectWriter, type SqliteConnection } from '../../sqlite/connect.ts'
import { sqliteDialect } from '../../sqlite/driver.ts'
import { repairHalfMigrated } from '../../sqlite/repair-half-migrated.ts'
import { schemaItems } from '../../sqlite/schema-items.ts'
import type { Tables } from '../../tables/schema.ts'
import { MIGRATION_NAMES, type MigrationName } from '../names.ts'
import { insertRows, insertSite, makeOldData } from './old-data.ts'
import { insertConclusions, insertScannedSite, SCANNED_AT } from './scanned-data.ts'

/** What a migration may begin with: no file, or the data of a service that has run the migrations up to `from`. */
export interface Start {
  from: MigrationName | 'nothing'
  make: (file: string) => Promise<void>
}

const FILLS: Partial<Record<MigrationName, (connection: SqliteConnection) => void>> = {
  '0002-events': insertEvents,
  '0007-prompts': (connection) => insertScannedSite(connection, 'https://example.com/'),
  '0010-prompt-drift': (connection) => insertScannedSite(connection, 'https://茶.example/'),
  '0014-sign-in-guesses': (connection) => {
    insertScannedSite(connection, 'https://example.com/')
    insertConclusions(connection)
  },
}

/** One for each schema there was before this one. */
export const STARTS: readonly Start[] = [
  { from: 'nothing', make: () => Promise.resolve() },
  ...MIGRATION_NAMES.slice(0, -1).map((from) => ({
    from,
    make: (file: string) => makeOldData(file, from, FILLS[from] ?? (() => undefined)),
  })),
]

/** Those that have rows to lose, and the first start. */
export const STARTS_WITH_DATA = STARTS.filter(
  ({ from }) => from === 'nothing' || FILLS[from] !== undefined,
)

/** Events with the details that `0003-facets` gives a table of their own. */
function insertEvents(connection: SqliteConnection): void {
  insertSite(connection, {
    num: 1,
    org: 'org_old',
    id: 'site_old',
    url: 'https://example.com/',
    at: SCANNED_AT,
  })
  const from = { site_num: 1, visitor: Buffer.alloc(8, 1), page_num: 1, country: 0, device: 0 }
  const details = ['{"method":"copy_link"}', '{"promptKind":"ask"}', null]
  insertRows(
    connection,
    'event',
    details.map((detail, i) => ({
      ...from,
      at: SCANNED_AT + i,
      seq: 2 ** 40 + i,
      kind: i + 1,
      engine: 0,
      referrer: 0,
      detail,
    })),
  )
}

/** Brings a file up to date as a start of the service does. */
export async function migrateFile(
  file: string,
  prepare: (connection: SqliteConnection) => void = () => undefined,
): Promise<string[]> {
  const connection = connectWriter(file)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  try {
    prepare(connection)
    return await migrateToLatest(db, '1.0.0', (name) =>
      repairHalfMigrated(connection, { file, name }),
    )
  } finally {
    await db.destroy()
  }
}

const COMPARED = [
  'site',
  'page',
  'event',
  'facet',
  'prompt',
  'prompt_rule',
  'page_record',
  'page_reading',
  'page_analysis',
] as const

/** What an up-to-date file is made of and holds. Throws where the file is damaged. */
export function contentsOf(file: string) {
  const connection = connectWriter(file)
  const rowsOf = (table: string) => connection.prepare(`SELECT * FROM ${table}`).raw().all()
  try {
    const verdict = connection.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new Error(`The file is damaged: ${String(verdict)}`)
    return {
      schema: [...schemaItems(connection).keys()].toSorted(),
      applied: connection.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck().all(),
      rows: COMPARED.map(rowsOf),
    }
  } finally {
    connection.close()
  }
}

/** Copies what is on the disk of a file that may be open: what a process that is killed now leaves. */
export function copyAsKilled(file: string, copy: string): void {
  for (const part of ['', '-wal']) {
    if (existsSync(file + part)) copyFileSync(file + part, copy + part)
  }
}
