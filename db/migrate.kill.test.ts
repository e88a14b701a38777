import { join } from 'node:path'
import * as fc from 'fast-check'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from '../src/testing/data-folder.ts'
import { migrateToLatest } from './migrate.ts'
import { MIGRATION_NAMES } from './migrations/names.ts'
import { aheadOfEach } from './migrations/testing/ahead-of-each.ts'
import { killMigrations } from './migrations/testing/kill-migrations.ts'
import {
  contentsOf,
  copyAsKilled,
  digestAsKilled,
  migrateFile,
  STARTS_WITH_DATA,
} from './migrations/testing/starts.ts'
import { connectWriter } from './sqlite/connect.ts'
import { sqliteDialect } from './sqlite/driver.ts'
import type { Tables } from './tables/schema.ts'

/** The number of kills in this test; the attack bench makes 200. */
const KILLS = 10

let folder: DataFolder

beforeEach(() => {
  folder = DataFolder.inMemory()
})

afterEach(() => folder[Symbol.dispose]())

const place = (name: string | number): string => join(folder.path, `${name}.db`)

/** Returns the files that kills ahead of each statement of a migration leave, each content once. */
async function killedAheadOfEach(file: string): Promise<string[]> {
  const copies: string[] = []
  const known = new Set<string>()
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connectWriter(file)) })
  const told = aheadOfEach(db, (n) => {
    const content = digestAsKilled(file)
    if (known.has(content)) return
    known.add(content)
    copyAsKilled(file, place(n))
    copies.push(place(n))
  })
  await migrateToLatest(told, '1.0.0')
  await db.destroy()
  return copies
}

describe('a kill in a migration', () => {
  it.each(STARTS_WITH_DATA)(
    'a kill ahead of any statement, beginning with $from, loses nothing',
    async (start) => {
      await start.make(folder.file)
      const copies = await killedAheadOfEach(folder.file)
      const whole = contentsOf(folder.file)
      expect(whole.applied).toEqual(MIGRATION_NAMES)
      for (const copy of copies) {
        await migrateFile(copy)
        expect(contentsOf(copy)).toEqual(whole)
      }
    },
  )

  it('a kill at a random moment of a migration loses nothing', async () => {
    const moments = fc.sample(fc.noBias(fc.integer({ min: 0, max: 99 })), KILLS)
    const { kills, inTheMiddle } = await killMigrations(moments.map((moment) => moment / 100))
    expect(kills).toBe(KILLS)
    expect(inTheMiddle).toBeGreaterThan(0)
  })
})

describe('a disk that fills in a migration', () => {
  it.each(STARTS_WITH_DATA)(
    'a disk that is full after any page, beginning with $from, loses nothing',
    async (start) => {
      await start.make(folder.file)
      copyAsKilled(folder.file, place('whole'))
      await migrateFile(place('whole'))
      const whole = contentsOf(place('whole'))
      const refusals: string[] = []
      for (let pages = 1, isFull = true; isFull; pages += 7) {
        copyAsKilled(folder.file, place(pages))
        const refusal = await refusalWith(place(pages), pages)
        isFull = refusal !== undefined
        if (refusal !== undefined) refusals.push(refusal)
        await migrateFile(place(pages))
        expect(contentsOf(place(pages))).toEqual(whole)
      }
      expect(new Set(refusals)).toEqual(
        new Set(['StorageUnavailableError: Storage unavailable: SQLITE_FULL']),
      )
      expect(refusals.length).toBeGreaterThanOrEqual(5)
    },
  )
})

/** Returns the error of a migration of a file with at most `pages` pages; undefined where they are enough. */
async function refusalWith(file: string, pages: number): Promise<string | undefined> {
  try {
    await migrateFile(file, (connection) => connection.pragma(`max_page_count = ${pages}`))
    return undefined
  } catch (error) {
    return String(error)
  }
}
