import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { Kysely } from 'kysely'
import { migrateToLatest } from '../../migrate.ts'
import { connectWriter, type SqliteConnection } from '../../sqlite/connect.ts'
import { sqliteDialect } from '../../sqlite/driver.ts'
import type { Tables } from '../../tables/schema.ts'
import { LATER_NAMES, type LaterName } from '../names.ts'
import { FIRST_RELEASE, insertRows, makeOldData } from './old-data.ts'
import { insertConclusions, insertScannedSite, SCANNED_AT } from './scanned-data.ts'

type From = typeof FIRST_RELEASE | LaterName

/**
 * The data that a migration begins with: no file, or the data of a service that has run the migrations up to `from`.
 */
export interface Start {
  from: From | 'nothing'
  make: (file: string) => Promise<void>
}

const FILLS: Partial<Record<From, (connection: SqliteConnection) => void>> = {
  [FIRST_RELEASE]: (connection) => {
    insertScannedSite(connection, 'https://茶.example/')
    insertEvents(connection)
  },
  '0014-sign-in-guesses': (connection) => {
    insertScannedSite(connection, 'https://example.com/')
    insertConclusions(connection)
  },
}

/** The starts to test: one for each earlier schema. */
export const STARTS: readonly Start[] = [
  { from: 'nothing', make: () => Promise.resolve() },
  ...([FIRST_RELEASE, ...LATER_NAMES.slice(0, -1)] as const).map((from) => ({
    from,
    make: (file: string) => makeOldData(file, from, FILLS[from] ?? (() => undefined)),
  })),
]

/** The starts that have rows to lose, and the first start. */
export const STARTS_WITH_DATA = STARTS.filter(
  ({ from }) => from === 'nothing' || FILLS[from] !== undefined,
)

function insertEvents(connection: SqliteConnection): void {
  const facet_key = '{"method":"copy_link"}'
  insertRows(connection, 'facet', [{ num: 1, site_num: 1, facet_key, method: 'copy_link' }])
  const from = { site_num: 1, visitor: Buffer.alloc(6, 1), page_num: 1, country: 0, device: 0 }
  insertRows(
    connection,
    'event',
    [1, 0, 0].map((facet, i) => ({
      ...from,
      at: SCANNED_AT + i,
      seq: 2 ** 30 + i,
      kind: i + 1,
      engine: 0,
      referrer: 0,
      facet,
    })),
  )
  const day = Math.floor(SCANNED_AT / 86_400_000)
  insertRows(
    connection,
    'rollup_dim',
    [1, 2, 5].flatMap((dim) =>
      [day - 1, day].map((one) => ({
        site_dim: 16 + dim,
        day_kind: one * 32 + 1,
        val: dim,
        events: one,
      })),
    ),
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
    return await migrateToLatest(db, '1.0.0')
  } finally {
    await db.destroy()
  }
}

const COMPARED = [
  'site',
  'page',
  'event',
  'facet',
  'rollup_dim',
  'prompt',
  'prompt_rule',
  'page_record',
  'page_reading',
  'page_analysis',
] as const

/** Returns the schema and the rows of an up-to-date file. Throws where the file is damaged. */
export function contentsOf(file: string) {
  const connection = connectWriter(file)
  const rowsOf = (table: string) => connection.prepare(`SELECT * FROM ${table}`).raw().all()
  try {
    const verdict = connection.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new Error(`The file is damaged: ${String(verdict)}`)
    return {
      schema: schemaOf(connection),
      applied: connection.prepare('SELECT name FROM kysely_migration ORDER BY name').pluck().all(),
      rows: COMPARED.map(rowsOf),
    }
  } finally {
    connection.close()
  }
}

/** Lists the definitions of a schema, to the byte. Tables of Kysely are left out: the migrator of 0.1.0 wrote them with another text. */
export const schemaOf = (connection: SqliteConnection) =>
  connection
    .prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name NOT GLOB 'kysely_*' ORDER BY type, name",
    )
    .raw()
    .all()

/** The parts of its file that a killed process leaves; SQLite makes the index of the log again. */
const LEFT_BY_KILL = ['', '-wal']

/** Copies the parts of a file that may be open, as a process that is killed now would leave them. */
export function copyAsKilled(file: string, copy: string): void {
  for (const part of LEFT_BY_KILL) {
    if (existsSync(file + part)) copyFileSync(file + part, copy + part)
  }
}

/** Two files with the same digest are left the same, byte by byte, by a kill. */
export function digestAsKilled(file: string): string {
  const hash = createHash('sha256')
  for (const part of LEFT_BY_KILL) {
    const content = existsSync(file + part) ? readFileSync(file + part) : Buffer.alloc(0)
    hash.update(`${content.length} `).update(content)
  }
  return hash.digest('hex')
}
