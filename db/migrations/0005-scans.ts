import { sql, type Kysely } from 'kysely'
import { createFullText, createTable } from '../ddl.ts'

/** Creates durable jobs, the scans that run as jobs, and the page records and passages that scans write. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await jobs(db)
  await scans(db)
  await pageRecords(db)
}

async function jobs(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'job', [
    'id TEXT PRIMARY KEY',
    'queue TEXT NOT NULL',
    'dedupe_key TEXT',
    'group_key TEXT',
    'payload TEXT NOT NULL',
    'state TEXT NOT NULL',
    'run_at BIGINT NOT NULL',
    'attempts INTEGER NOT NULL',
    'claims INTEGER NOT NULL',
    'lease_id TEXT',
    'last_error TEXT',
    'created_at BIGINT NOT NULL',
    'UNIQUE (queue, dedupe_key)',
  ])
  await sql`CREATE INDEX job_due ON job (queue, run_at) WHERE state = 'ready'`.execute(db)
}

async function scans(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'scan', [
    'num SERIAL',
    'id TEXT NOT NULL UNIQUE',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'site_num BIGINT NOT NULL',
    'site_id TEXT NOT NULL',
    'kind TEXT NOT NULL',
    'origin TEXT NOT NULL',
    'state TEXT NOT NULL',
    'phase TEXT NOT NULL',
    'seq INTEGER NOT NULL',
    'is_canceled INTEGER NOT NULL',
    'discovered INTEGER NOT NULL',
    'fetched INTEGER NOT NULL',
    'skipped INTEGER NOT NULL',
    'failed INTEGER NOT NULL',
    'options TEXT NOT NULL',
    'tally TEXT NOT NULL',
    'error TEXT',
    'attempts INTEGER NOT NULL',
    'requested_by TEXT NOT NULL',
    'queued_at BIGINT NOT NULL',
    'started_at BIGINT',
    'finished_at BIGINT',
  ])
  await sql`CREATE UNIQUE INDEX scan_active ON scan (site_num) WHERE state IN ('queued', 'running')`.execute(
    db,
  )
  await sql`CREATE INDEX scan_by_site ON scan (site_num, num)`.execute(db)
  await createTable(
    db,
    'scan_url',
    [
      'scan_num BIGINT NOT NULL',
      'seq BIGINT NOT NULL',
      'url TEXT NOT NULL',
      'modified_at BIGINT',
      'depth INTEGER NOT NULL',
      'state INTEGER NOT NULL',
      'PRIMARY KEY (scan_num, seq)',
    ],
    { clustered: true },
  )
  await sql`CREATE UNIQUE INDEX scan_url_once ON scan_url (scan_num, url)`.execute(db)
}

async function pageRecords(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'page_record', [
    'page_num BIGINT PRIMARY KEY',
    'site_num BIGINT NOT NULL',
    'state TEXT NOT NULL',
    'http_status INTEGER',
    'missing INTEGER NOT NULL',
    'target_url TEXT',
    'canonical_url TEXT',
    'etag TEXT',
    'last_modified TEXT',
    'content_hash BYTES',
    'body_hash BYTES',
    'record TEXT',
    'score INTEGER',
    'scan_num BIGINT NOT NULL',
    'last_scanned_at BIGINT NOT NULL',
    'last_changed_at BIGINT',
  ])
  await sql`CREATE INDEX page_record_by_site ON page_record (site_num, state)`.execute(db)
  await createTable(db, 'passage', [
    'num SERIAL',
    'page_num BIGINT NOT NULL',
    'site_num BIGINT NOT NULL',
    'heading TEXT NOT NULL',
    'text TEXT NOT NULL',
  ])
  await sql`CREATE INDEX passage_by_page ON passage (page_num, site_num)`.execute(db)
  await sql`CREATE INDEX passage_by_site ON passage (site_num)`.execute(db)
  await createFullText(db, 'passage_text', ['site', 'title', 'heading', 'text'])
}
