import { sql, type Kysely } from 'kysely'
import { addColumn, createTable } from '../ddl.ts'

/** Adds the schedule of a site's scans, and counts how often its rules matched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'site', "scan_schedule TEXT NOT NULL DEFAULT 'off'")
  await addColumn(db, 'site', "scan_options TEXT NOT NULL DEFAULT '{}'")
  await addColumn(db, 'site', 'next_scan_at BIGINT')
  await sql`CREATE INDEX site_scan_due ON site (next_scan_at) WHERE next_scan_at IS NOT NULL`.execute(
    db,
  )
  await addColumn(db, 'prompt_rule', 'last_matched_at BIGINT')
  await createTable(
    db,
    'prompt_rule_day',
    [
      'site_num BIGINT NOT NULL',
      'rule_id TEXT NOT NULL',
      'day BIGINT NOT NULL',
      'hits BIGINT NOT NULL',
      'PRIMARY KEY (site_num, rule_id, day)',
    ],
    { clustered: true },
  )
}
