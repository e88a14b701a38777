import { sql, type Kysely } from 'kysely'
import { addColumn, createTable } from '../ddl.ts'

/**
 * Creates the tables of the Citation Monitor: queries, runs, checks with their answers and sources, and keys of
 * engines.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'site', 'brand TEXT')
  await addColumn(db, 'site', 'basket_revision BIGINT NOT NULL DEFAULT 0')
  await addColumn(db, 'site', 'citation_schedule TEXT')
  await addColumn(db, 'site', 'next_citation_run_at BIGINT')
  await createBasket(db)
  await createRuns(db)
  await createChecks(db)
  await createAnswers(db)
  await createSources(db)
  await createTable(
    db,
    'engine_key',
    [
      'org_id TEXT NOT NULL',
      'engine TEXT NOT NULL',
      'adapter TEXT NOT NULL',
      'sealed_key TEXT NOT NULL',
      'last4 TEXT NOT NULL',
      'base_url TEXT',
      'model TEXT',
      'created_by TEXT NOT NULL',
      'created_at BIGINT NOT NULL',
      'PRIMARY KEY (org_id, engine)',
    ],
    { clustered: true },
  )
}

async function createBasket(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'citation_query', [
    'num SERIAL',
    'id TEXT NOT NULL UNIQUE',
    'site_num BIGINT NOT NULL',
    'text TEXT NOT NULL',
    'text_key TEXT NOT NULL',
    'language TEXT',
    'country TEXT',
    'tags TEXT NOT NULL',
    'intent TEXT NOT NULL',
    'engines TEXT',
    'branded BIGINT NOT NULL',
    'source TEXT NOT NULL',
    'page_num BIGINT',
    'enabled BIGINT NOT NULL',
    'silent BIGINT NOT NULL DEFAULT 0',
    'created_at BIGINT NOT NULL',
    'changed_at BIGINT NOT NULL',
    'last_run_at BIGINT',
    'deleted_at BIGINT',
    'UNIQUE (site_num, text_key)',
  ])
  await createTable(
    db,
    'citation_tag',
    [
      'site_num BIGINT NOT NULL',
      'query_num BIGINT NOT NULL',
      'tag TEXT NOT NULL',
      'PRIMARY KEY (site_num, query_num, tag)',
    ],
    { clustered: true },
  )
}

async function createRuns(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'citation_run', [
    'num SERIAL',
    'id TEXT NOT NULL UNIQUE',
    'org_id TEXT NOT NULL',
    'site_num BIGINT NOT NULL',
    'site_id TEXT NOT NULL',
    'origin TEXT NOT NULL',
    'state TEXT NOT NULL',
    'is_canceled BIGINT NOT NULL DEFAULT 0',
    'is_fake BIGINT NOT NULL',
    'engines TEXT NOT NULL',
    'engine_set TEXT NOT NULL',
    'basket_revision BIGINT NOT NULL',
    'queries TEXT NOT NULL',
    'options TEXT NOT NULL',
    'planned BIGINT NOT NULL',
    'done BIGINT NOT NULL DEFAULT 0',
    'answered BIGINT NOT NULL DEFAULT 0',
    'cited BIGINT NOT NULL DEFAULT 0',
    'mentioned BIGINT NOT NULL DEFAULT 0',
    'failed BIGINT NOT NULL DEFAULT 0',
    'skipped BIGINT NOT NULL DEFAULT 0',
    'cost_micros BIGINT',
    'warnings TEXT NOT NULL',
    'credits_reserved BIGINT NOT NULL',
    'credits_spent BIGINT',
    'error TEXT',
    'seq BIGINT NOT NULL DEFAULT 0',
    'attempts BIGINT NOT NULL DEFAULT 0',
    'requested_by TEXT NOT NULL',
    'queued_at BIGINT NOT NULL',
    'started_at BIGINT',
    'finished_at BIGINT',
  ])
  await sql`CREATE INDEX citation_run_site ON citation_run (site_num, queued_at)`.execute(db)
  // This index makes sure that only one run of a site is under way at a time.
  await sql`CREATE UNIQUE INDEX citation_run_active ON citation_run (site_num) WHERE finished_at IS NULL`.execute(
    db,
  )
}

async function createChecks(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'citation_check',
    [
      'site_num BIGINT NOT NULL',
      'at BIGINT NOT NULL',
      'num BIGINT NOT NULL',
      'id TEXT NOT NULL',
      'run_num BIGINT NOT NULL',
      'query_num BIGINT NOT NULL',
      'engine TEXT NOT NULL',
      'replica BIGINT NOT NULL',
      'adapter TEXT NOT NULL',
      'access TEXT NOT NULL',
      'model TEXT NOT NULL',
      'served_model TEXT',
      'country TEXT',
      'language TEXT',
      'branded BIGINT NOT NULL',
      'is_fake BIGINT NOT NULL',
      'state TEXT NOT NULL',
      'retrieval TEXT NOT NULL',
      'is_cited BIGINT NOT NULL',
      'position BIGINT',
      'rank_micros BIGINT NOT NULL',
      'own_citations BIGINT NOT NULL',
      'tracked_citations BIGINT NOT NULL',
      'all_citations BIGINT NOT NULL',
      'is_mentioned BIGINT',
      'mentions BIGINT NOT NULL',
      'brands_mentioned BIGINT NOT NULL',
      'is_recommended BIGINT',
      'sentiment_milli BIGINT',
      'latency_ms BIGINT NOT NULL',
      'attempts BIGINT NOT NULL',
      'input_tokens BIGINT',
      'output_tokens BIGINT',
      'searches BIGINT',
      'cost_micros BIGINT',
      'error_code TEXT',
      'http_status BIGINT',
      'answer_hash TEXT',
      'PRIMARY KEY (site_num, at, num)',
    ],
    { clustered: true },
  )
  await sql`CREATE UNIQUE INDEX citation_check_once ON citation_check (run_num, query_num, engine, replica)`.execute(
    db,
  )
  await sql`CREATE UNIQUE INDEX citation_check_id ON citation_check (id)`.execute(db)
  // Numbers leave a small part of the checks out; this index counts that part, which is shown with every number.
  await sql`CREATE INDEX citation_check_left_out ON citation_check (site_num, state, branded, at, is_fake, engine, query_num)
    WHERE state <> 'ok' OR branded = 1`.execute(db)
}

async function createAnswers(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'citation_answer',
    [
      'site_num BIGINT NOT NULL',
      'at BIGINT NOT NULL',
      'check_num BIGINT NOT NULL',
      'body TEXT NOT NULL',
      'PRIMARY KEY (site_num, at, check_num)',
    ],
    { clustered: true },
  )
  await createTable(
    db,
    'citation_mention',
    [
      'site_num BIGINT NOT NULL',
      'at BIGINT NOT NULL',
      'check_num BIGINT NOT NULL',
      'name TEXT NOT NULL',
      'is_own BIGINT NOT NULL',
      'mentions BIGINT NOT NULL',
      'PRIMARY KEY (site_num, at, check_num, name)',
    ],
    { clustered: true },
  )
}

async function createSources(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'citation_source',
    [
      'site_num BIGINT NOT NULL',
      'at BIGINT NOT NULL',
      'check_num BIGINT NOT NULL',
      'seq BIGINT NOT NULL',
      'role TEXT NOT NULL',
      'url TEXT NOT NULL',
      'page_url TEXT NOT NULL',
      'host TEXT NOT NULL',
      'domain TEXT NOT NULL',
      'title TEXT',
      'cited_text TEXT',
      'position BIGINT',
      'spans TEXT NOT NULL',
      'owner TEXT NOT NULL',
      'competitor TEXT',
      'category TEXT NOT NULL',
      'PRIMARY KEY (site_num, at, check_num, seq)',
    ],
    { clustered: true },
  )
}
