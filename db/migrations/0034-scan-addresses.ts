import type { Kysely } from 'kysely'
import { createTable } from '../ddl.ts'

/** Creates the list of addresses that became no page of a scan, with the reason of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'scan_address',
    [
      'scan_num BIGINT NOT NULL',
      'seq BIGINT NOT NULL',
      'url TEXT NOT NULL',
      'outcome TEXT NOT NULL',
      'reason TEXT NOT NULL',
      'http_status INTEGER',
      'target_url TEXT',
      'PRIMARY KEY (scan_num, seq)',
    ],
    { clustered: true },
  )
}
