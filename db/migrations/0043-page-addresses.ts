import type { Kysely } from 'kysely'
import { addColumn, createTable } from '../ddl.ts'

/**
 * Gives pages the other addresses that lead to them, and sites the parameters of a query that tell their pages apart. Scans
 * fill both; until a site's next one, its addresses are as they were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'page_address',
    [
      'site_num BIGINT NOT NULL',
      'address TEXT NOT NULL',
      'page_num BIGINT NOT NULL',
      'PRIMARY KEY (site_num, address)',
    ],
    { clustered: true },
  )
  await addColumn(db, 'site', 'own_parameters TEXT')
  await addColumn(db, 'site', "learned_parameters TEXT NOT NULL DEFAULT '[]'")
  await addColumn(db, 'site', "typed_parameters TEXT NOT NULL DEFAULT '[]'")
  await addColumn(db, 'site', 'addresses_version BIGINT NOT NULL DEFAULT 0')
}
