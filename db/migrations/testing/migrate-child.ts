import { writeSync } from 'node:fs'
import { Kysely } from 'kysely'
import { migrateToLatest } from '../../migrate.ts'
import { connectWriter } from '../../sqlite/connect.ts'
import { sqliteDialect } from '../../sqlite/driver.ts'
import { repairHalfMigrated } from '../../sqlite/repair-half-migrated.ts'
import type { Tables } from '../../tables/schema.ts'
import { aheadOfEach } from './half-migrate.ts'

/** Brings the file that it is given up to date, with a line ahead of each statement, for whoever wants to kill it there. */
const [file = ''] = process.argv.slice(2)
const connection = connectWriter(file)
const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
const told = aheadOfEach(db, (n) => writeSync(process.stdout.fd, `${n}\n`))
await migrateToLatest(told, '1.0.0', (name) => repairHalfMigrated(connection, { file, name }))
await db.destroy()
