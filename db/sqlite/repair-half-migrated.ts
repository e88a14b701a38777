import { Kysely } from 'kysely'
import { UnusableDatabaseError } from '../errors.ts'
import { MIGRATIONS } from '../migrations/index.ts'
import { MIGRATION_NAMES, type MigrationName } from '../migrations/names.ts'
import type { Tables } from '../tables/schema.ts'
import { connectWriter, type SqliteConnection } from './connect.ts'
import { sqliteDialect } from './driver.ts'
import { schemaItems, type SchemaItem } from './schema-items.ts'

type Items = ReadonlyMap<string, SchemaItem>

/**
 * Earlier versions ran migrations without a transaction: one that was stopped left a part of a migration, and no row of it.
 * Ahead of that migration, in its transaction, this undoes what the part had added. No version ever served on it, so
 * nothing is in it but what the migration puts there again. True where the migration had run whole, and must not run
 * again. Throws UnusableDatabaseError where it had begun to take away what it needs.
 */
export async function repairHalfMigrated(
  connection: SqliteConnection,
  { file, name }: { file: string; name: MigrationName },
): Promise<boolean> {
  const found = schemaItems(connection)
  if (found.size === 0) return false
  const { before, after } = await schemasAround(name)
  const added = [...after].filter(([text]) => !before.has(text))
  const isGone = ([text]: [string, SchemaItem]) => !after.has(text) && !found.has(text)
  if ([...before].some(isGone)) {
    // What takes away ends with what it adds.
    if (added.every(([text]) => found.has(text))) return true
    throw new UnusableDatabaseError(
      `${file} is half way through the migration ${name}, where an earlier version of Citable was stopped, and cannot be brought back or on. Restore the backup from before that upgrade, and start this version on it`,
    )
  }
  const left = added.filter(([text]) => found.has(text)).map(([, item]) => item)
  assertOurs(left, { after, found, file })
  for (const item of left.toReversed()) undoAdditions(connection, item, left)
  return false
}

/** A table that only has the name of ours is somebody else's, and nothing is done to it. */
function assertOurs(
  left: readonly SchemaItem[],
  { after, found, file }: { after: Items; found: Items; file: string },
): void {
  const columnsOf = (items: Items, table: string) =>
    [...items].flatMap(([text, item]) =>
      item.kind === 'column' && item.table === table ? [text] : [],
    )
  for (const { kind, table } of left) {
    if (kind !== 'table') continue
    if (columnsOf(found, table).join() === columnsOf(after, table).join()) continue
    throw new UnusableDatabaseError(
      `${file} has a table ${table} that is not one of Citable; set DATABASE_URL to a file of its own`,
    )
  }
}

function undoAdditions(
  connection: SqliteConnection,
  { kind, name, table }: SchemaItem,
  left: readonly SchemaItem[],
): void {
  const isInTable = left.some((item) => item.kind === 'table' && item.table === table)
  if (kind === 'table') connection.exec(`DROP TABLE "${name}"`)
  else if (isInTable)
    return // goes with it
  else if (kind !== 'column') connection.exec(`DROP ${kind} "${name}"`)
  else connection.exec(`ALTER TABLE "${table}" DROP COLUMN "${name.slice(table.length + 1)}"`)
}

/** The schema that a migration begins with, and the one that it leaves. */
async function schemasAround(name: MigrationName): Promise<{ before: Items; after: Items }> {
  const connection = connectWriter(':memory:')
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) })
  try {
    for (const earlier of MIGRATION_NAMES) {
      if (earlier === name) break
      await MIGRATIONS[earlier].up(db)
    }
    const before = schemaItems(connection)
    await MIGRATIONS[name].up(db)
    return { before, after: schemaItems(connection) }
  } finally {
    await db.destroy()
  }
}
