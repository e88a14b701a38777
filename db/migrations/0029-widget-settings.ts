import type { Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/** Gives sites the settings of their widget, as JSON of what the owner has changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'site', "widget_settings TEXT NOT NULL DEFAULT '{}'")
}
