import { writeSync } from 'node:fs'
import { Kysely } from 'kysely'
import { migrateToLatest } from '../../migrate.ts'
import { connectWriter } from '../../sqlite/connect.ts'
import { sqliteDialect } from '../../sqlite/driver.ts'
import type { Tables } from '../../tables/schema.ts'
import { aheadOfEach } from './ahead-of-each.ts'

/**
 * Migrates the file that the argument names, and writes a line ahead of each statement, so that a parent process can
 * kill it there.
 */
const [file = ''] = process.argv.slice(2)
const db = new Kysely<Tables>({ dialect: sqliteDialect(connectWriter(file)) })
const told = aheadOfEach(db, (n) => say(`${n}\n`))
await migrateToLatest(told, '1.0.0')
await db.destroy()

/** Writes at once, as a kill leaves no time for more; waits for a reader that is behind. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(process.stdout.fd, line)
      return
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!isFull) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}
