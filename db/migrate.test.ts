import { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataFolder } from '../src/testing/data-folder.ts'
import { BASELINE } from './migrations/index.ts'
import { MIGRATION_NAMES } from './migrations/names.ts'
import { FIRST_RELEASE, makeOldData } from './migrations/testing/old-data.ts'
import { contentsOf, migrateFile, schemaOf, STARTS } from './migrations/testing/starts.ts'
import { connectWriter } from './sqlite/connect.ts'
import { sqliteDialect } from './sqlite/driver.ts'

let folder: DataFolder
let fresh: DataFolder

beforeEach(() => {
  folder = DataFolder.inMemory()
  fresh = DataFolder.inMemory()
})

afterEach(() => {
  folder[Symbol.dispose]()
  fresh[Symbol.dispose]()
})

/** Reads what tells one schema from another, to the byte. */
function readSchema(file: string): unknown[] {
  const connection = connectWriter(file)
  try {
    return schemaOf(connection)
  } finally {
    connection.close()
  }
}

it('the baseline makes the schema of 0.1.0', async () => {
  const db = new Kysely<unknown>({ dialect: sqliteDialect(connectWriter(fresh.file)) })
  await BASELINE.up(db)
  await db.destroy()
  await makeOldData(folder.file, FIRST_RELEASE, () => undefined)
  expect(readSchema(fresh.file)).toEqual(readSchema(folder.file))
})

it.each(STARTS)(
  'data with the schema of $from has that of new data in the end, and is up to date',
  async ({ from, make }) => {
    await make(folder.file)
    const ran = await migrateFile(folder.file)
    expect(ran).toEqual(MIGRATION_NAMES.filter((name) => from === 'nothing' || name > from))
    expect(await migrateFile(folder.file)).toEqual([])
    await migrateFile(fresh.file)
    expect(contentsOf(folder.file)).toMatchObject({
      schema: contentsOf(fresh.file).schema,
      applied: MIGRATION_NAMES,
    })
  },
)
