import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from '../../src/testing/data-folder.ts'
import { MIGRATION_NAMES } from '../migrations/names.ts'
import { halfMigrate } from '../migrations/testing/half-migrate.ts'
import { contentsOf, copyAsKilled, migrateFile, STARTS } from '../migrations/testing/starts.ts'
import { connectWriter } from './connect.ts'

const SLOW = { timeout: 120_000 }
/** Statements of a migration from the first that drops something to the one before its last. */
const AFTER_IT_DROPPED: Readonly<Record<string, number>> = {
  '0003-facets': 11,
  '0022-audit-chain': 4,
  '0037-proven-addresses': 10,
}

let folder: DataFolder

beforeEach(() => {
  folder = DataFolder.inMemory()
})

afterEach(() => folder[Symbol.dispose]())

const place = (name: string | number): string => join(folder.path, `${name}.db`)

/** Starts on a file and returns its contents, or the message of the refusal. */
async function endOf(file: string): Promise<unknown> {
  try {
    await migrateFile(file)
  } catch (error) {
    return String(error)
  }
  return contentsOf(file)
}

describe('repairHalfMigrated', () => {
  it.each(MIGRATION_NAMES.map((name, i) => ({ name, start: STARTS[i] })))(
    'what is left of $name, at any statement, is repaired or named',
    SLOW,
    async ({ name, start }) => {
      await start?.make(folder.file)
      copyAsKilled(folder.file, place('whole'))
      await migrateFile(place('whole'))
      const whole = contentsOf(place('whole'))
      const ends: unknown[] = []
      for (let n = 1, isHalf = true; isHalf; n++) {
        const copy = place('half')
        copyAsKilled(folder.file, copy)
        isHalf = await halfMigrate(copy, name, n)
        ends.push(await endOf(copy))
        rmSync(copy)
      }
      const refusal = `UnusableDatabaseError: ${place('half')} is half way through the migration ${name}, where an earlier version of Citable was stopped, and cannot be brought back or on. Restore the backup from before that upgrade, and start this version on it`
      const named = ends.filter((end) => end === refusal)
      expect(named).toHaveLength(AFTER_IT_DROPPED[name] ?? 0)
      for (const end of ends) expect([whole, refusal]).toContainEqual(end)
      expect(ends.at(-1)).toEqual(whole)
    },
  )

  it('a table of somebody else is told from ours, and left alone', async () => {
    const own = connectWriter(folder.file)
    own.exec("CREATE TABLE site (mine TEXT); INSERT INTO site VALUES ('kept')")
    own.close()
    await expect(migrateFile(folder.file)).rejects.toThrow(
      `${folder.file} has a table site that is not one of Citable; set DATABASE_URL to a file of its own`,
    )
    const kept = connectWriter(folder.file)
    expect(kept.prepare('SELECT * FROM site').all()).toEqual([{ mine: 'kept' }])
    kept.close()
  })
})
