import type { Kysely } from 'kysely'
import { addColumn } from '../ddl.ts'

/**
 * Keeps whether each page has the place that the owner names for the widget, and for the site how many pages lack it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'page_record', 'place_selector TEXT')
  await addColumn(db, 'page_record', 'has_place BIGINT')
  await addColumn(db, 'site', 'widget_place TEXT')
}
