import { sql, type Kysely } from 'kysely'
import { createFullText, createTable, makeAppendOnly } from '../ddl.ts'

/**
 * Creates the schema of 0.1.0, the first version whose data is upgraded: identity, credentials, the audit log, sites with their
 * pages, events with their rollups, questions, topics, jobs, scans, prompts and rules.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(TABLES)) await createTable(db, name, columns)
  for (const [name, columns] of Object.entries(CLUSTERED_TABLES)) {
    await createTable(db, name, columns, { clustered: true })
  }
  for (const [name, columns] of Object.entries(FULL_TEXTS)) await createFullText(db, name, columns)
  for (const index of INDEXES) await sql.raw(`CREATE INDEX ${index}`).execute(db)
  for (const index of UNIQUE_INDEXES) await sql.raw(`CREATE UNIQUE INDEX ${index}`).execute(db)
  await makeAppendOnly(db, 'audit_entry')
}

/**
 * The columns of each table, and conditions on several of them. `site_num` has no foreign key: it would be checked for
 * each event, and the rows of a deleted site are deleted in steps after the site itself is gone.
 */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  organization: [
    'id TEXT PRIMARY KEY, name TEXT NOT NULL, plan TEXT NOT NULL, created_at BIGINT NOT NULL',
  ],
  user_account: [
    'id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, password_hash TEXT NOT NULL',
    'created_at BIGINT NOT NULL',
  ],
  member: [
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE, role TEXT NOT NULL',
    'PRIMARY KEY (org_id, user_id)',
  ],
  session: [
    'id TEXT PRIMARY KEY, token_hash BYTES NOT NULL UNIQUE',
    'user_id TEXT NOT NULL REFERENCES user_account (id) ON DELETE CASCADE',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'created_at BIGINT NOT NULL, last_seen_at BIGINT NOT NULL, expires_at BIGINT NOT NULL',
  ],
  api_key: [
    'id TEXT PRIMARY KEY, org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'name TEXT NOT NULL, token_hash BYTES NOT NULL UNIQUE, masked TEXT NOT NULL',
    'scopes TEXT NOT NULL, created_by TEXT NOT NULL, created_at BIGINT NOT NULL',
    'last_used_at BIGINT, expires_at BIGINT, revoked_at BIGINT',
  ],
  audit_entry: [
    'id TEXT PRIMARY KEY, org_id TEXT NOT NULL, actor_type TEXT NOT NULL, actor_id TEXT NOT NULL',
    'action TEXT NOT NULL, target_type TEXT NOT NULL, target_id TEXT NOT NULL',
    'detail TEXT NOT NULL, request_id TEXT, at BIGINT NOT NULL',
  ],
  idempotency: [
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'credential_id TEXT NOT NULL, route TEXT NOT NULL, idempotency_key TEXT NOT NULL',
    'fingerprint BYTES NOT NULL, status INTEGER NOT NULL, response TEXT NOT NULL',
    'created_at BIGINT NOT NULL, PRIMARY KEY (org_id, credential_id, route, idempotency_key)',
  ],
  site: [
    'num SERIAL, id TEXT NOT NULL UNIQUE',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE, name TEXT NOT NULL',
    'domain TEXT NOT NULL, url TEXT NOT NULL, aliases TEXT NOT NULL, language TEXT, country TEXT',
    'timezone TEXT NOT NULL, rollup_timezone TEXT NOT NULL, status TEXT NOT NULL',
    'question_mode TEXT NOT NULL, honour_opt_out INTEGER NOT NULL, install_first_seen_at BIGINT',
    'install_last_seen_at BIGINT, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL',
    'version INTEGER NOT NULL, rollup_version INTEGER NOT NULL DEFAULT 0',
    "raw_from BIGINT NOT NULL DEFAULT 0, scan_schedule TEXT NOT NULL DEFAULT 'off'",
    "scan_options TEXT NOT NULL DEFAULT '{}', next_scan_at BIGINT, UNIQUE (org_id, domain)",
  ],
  deleted_site: ['site_num BIGINT PRIMARY KEY, deleted_at BIGINT NOT NULL'],
  page: [
    'num SERIAL, id TEXT NOT NULL UNIQUE, site_num BIGINT NOT NULL, path TEXT NOT NULL',
    'url TEXT NOT NULL, title TEXT, first_seen_at BIGINT NOT NULL, last_seen_at BIGINT NOT NULL',
    'UNIQUE (site_num, path)',
  ],
  term: ['num SERIAL, value TEXT NOT NULL UNIQUE'],
  site_salt: [
    'site_num BIGINT NOT NULL, day INTEGER NOT NULL, salt BYTES NOT NULL',
    'expires_at BIGINT NOT NULL, PRIMARY KEY (site_num, day)',
  ],
  bot_day: [
    'site_num BIGINT NOT NULL, day INTEGER NOT NULL, bot TEXT NOT NULL, kind INTEGER NOT NULL',
    'events BIGINT NOT NULL, PRIMARY KEY (site_num, day, bot, kind)',
  ],
  question: [
    'num SERIAL, site_num BIGINT NOT NULL, at BIGINT NOT NULL, seq BIGINT NOT NULL',
    'page_num BIGINT NOT NULL, engine BIGINT NOT NULL, text TEXT, text_hash BYTES NOT NULL',
    'visitor BYTES, topic_num BIGINT NOT NULL DEFAULT 0, UNIQUE (site_num, at, seq)',
  ],
  facet: [
    'num SERIAL, site_num BIGINT NOT NULL, facet_key TEXT NOT NULL, method TEXT, prompt_kind TEXT',
    'prompt_id TEXT, rule_id TEXT, rating TEXT, evidence TEXT, paid TEXT, channel TEXT',
    'language TEXT, UNIQUE (site_num, facet_key)',
  ],
  topic: [
    'num SERIAL, id TEXT NOT NULL UNIQUE, site_num BIGINT NOT NULL, label TEXT NOT NULL',
    'is_renamed INTEGER NOT NULL, bigrams INTEGER NOT NULL, first_seen_at BIGINT NOT NULL',
    'last_seen_at BIGINT NOT NULL',
  ],
  job: [
    'id TEXT PRIMARY KEY, queue TEXT NOT NULL, dedupe_key TEXT, group_key TEXT',
    'payload TEXT NOT NULL, state TEXT NOT NULL, run_at BIGINT NOT NULL',
    'attempts INTEGER NOT NULL, claims INTEGER NOT NULL, lease_id TEXT, last_error TEXT',
    'created_at BIGINT NOT NULL, UNIQUE (queue, dedupe_key)',
  ],
  scan: [
    'num SERIAL, id TEXT NOT NULL UNIQUE',
    'org_id TEXT NOT NULL REFERENCES organization (id) ON DELETE CASCADE',
    'site_num BIGINT NOT NULL, site_id TEXT NOT NULL, kind TEXT NOT NULL, origin TEXT NOT NULL',
    'state TEXT NOT NULL, phase TEXT NOT NULL, seq INTEGER NOT NULL, is_canceled INTEGER NOT NULL',
    'discovered INTEGER NOT NULL, fetched INTEGER NOT NULL, skipped INTEGER NOT NULL',
    'failed INTEGER NOT NULL, options TEXT NOT NULL, tally TEXT NOT NULL, error TEXT',
    'attempts INTEGER NOT NULL, requested_by TEXT NOT NULL, queued_at BIGINT NOT NULL',
    'started_at BIGINT, finished_at BIGINT',
  ],
  page_record: [
    'page_num BIGINT PRIMARY KEY, site_num BIGINT NOT NULL, state TEXT NOT NULL',
    'http_status INTEGER, missing INTEGER NOT NULL, target_url TEXT, canonical_url TEXT',
    'etag TEXT, last_modified TEXT, content_hash BYTES, body_hash BYTES, record TEXT',
    'score INTEGER, scan_num BIGINT NOT NULL, last_scanned_at BIGINT NOT NULL',
    'last_changed_at BIGINT, judged TEXT, score_basis TEXT',
  ],
  passage: [
    'num SERIAL, page_num BIGINT NOT NULL, site_num BIGINT NOT NULL, heading TEXT NOT NULL',
    'text TEXT NOT NULL',
  ],
  prompt_rule: [
    'id TEXT PRIMARY KEY, site_num BIGINT NOT NULL, position BIGINT NOT NULL, name TEXT NOT NULL',
    'description TEXT, is_enabled INTEGER NOT NULL, conditions TEXT NOT NULL',
    'actions TEXT NOT NULL, is_last INTEGER NOT NULL, created_by TEXT NOT NULL',
    'created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, version INTEGER NOT NULL',
    'last_matched_at BIGINT',
  ],
  prompt: [
    'num SERIAL, id TEXT NOT NULL UNIQUE, site_num BIGINT NOT NULL',
    'page_num BIGINT NOT NULL UNIQUE, source TEXT NOT NULL, state TEXT NOT NULL',
    'is_state_set INTEGER NOT NULL, page_type TEXT NOT NULL, language TEXT NOT NULL',
    'primary_kind TEXT, kinds TEXT NOT NULL, templates TEXT NOT NULL, questions TEXT NOT NULL',
    'rules TEXT NOT NULL, generator TEXT, is_locked INTEGER NOT NULL, is_stale INTEGER NOT NULL',
    'content_hash TEXT, record_hash TEXT, basis TEXT NOT NULL, version INTEGER NOT NULL',
    'created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, updated_by TEXT NOT NULL',
    'content_sketch TEXT',
  ],
  page_reading: [
    'page_num BIGINT PRIMARY KEY, site_num BIGINT NOT NULL, record_hash TEXT NOT NULL',
    'phrases BYTES NOT NULL, findings TEXT',
  ],
}

/** The tables that are stored in the order of their primary key, with their columns. */
const CLUSTERED_TABLES: Readonly<Record<string, readonly string[]>> = {
  event: [
    'site_num BIGINT NOT NULL, at BIGINT NOT NULL, seq BIGINT NOT NULL, kind INTEGER NOT NULL',
    'visitor BYTES NOT NULL, page_num BIGINT NOT NULL, engine BIGINT NOT NULL',
    'referrer BIGINT NOT NULL, country BIGINT NOT NULL, device BIGINT NOT NULL',
    'facet BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (site_num, at, seq)',
  ],
  event_key: [
    'arrival_day INTEGER NOT NULL, site_num BIGINT NOT NULL, event_key BYTES NOT NULL',
    'PRIMARY KEY (arrival_day, site_num, event_key)',
  ],
  rollup_day: [
    'site_num BIGINT NOT NULL, day INTEGER NOT NULL, kind INTEGER NOT NULL',
    'events BIGINT NOT NULL, visitors BIGINT NOT NULL, PRIMARY KEY (site_num, day, kind)',
  ],
  visitor_day: [
    'day INTEGER NOT NULL, site_num BIGINT NOT NULL, visitor BYTES NOT NULL',
    'kinds INTEGER NOT NULL, session_at BIGINT NOT NULL DEFAULT 0',
    'last_at BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (day, site_num, visitor)',
  ],
  rollup_dim: [
    'site_dim BIGINT NOT NULL, day_kind BIGINT NOT NULL, val BIGINT NOT NULL',
    'events BIGINT NOT NULL, PRIMARY KEY (site_dim, day_kind, val)',
  ],
  return_day: [
    'day INTEGER NOT NULL, site_num BIGINT NOT NULL, visitor BYTES NOT NULL',
    'engine BIGINT NOT NULL, click_at BIGINT NOT NULL, referral_at BIGINT NOT NULL',
    'returned INTEGER NOT NULL, PRIMARY KEY (day, site_num, visitor, engine)',
  ],
  topic_phrase: [
    'site_num BIGINT NOT NULL, phrase BIGINT NOT NULL, seen BIGINT NOT NULL',
    'topic_num BIGINT NOT NULL, PRIMARY KEY (site_num, phrase)',
  ],
  topic_bigram: [
    'site_num BIGINT NOT NULL, bigram BIGINT NOT NULL, topic_num BIGINT NOT NULL',
    'PRIMARY KEY (site_num, bigram, topic_num)',
  ],
  scan_url: [
    'scan_num BIGINT NOT NULL, seq BIGINT NOT NULL, url TEXT NOT NULL, modified_at BIGINT',
    'depth INTEGER NOT NULL, state INTEGER NOT NULL, PRIMARY KEY (scan_num, seq)',
  ],
  prompt_rule_day: [
    'site_num BIGINT NOT NULL, rule_id TEXT NOT NULL, day BIGINT NOT NULL, hits BIGINT NOT NULL',
    'PRIMARY KEY (site_num, rule_id, day)',
  ],
}

const FULL_TEXTS: Readonly<Record<string, readonly string[]>> = {
  page_text: ['site', 'title', 'path'],
  question_text: ['site', 'text'],
  topic_text: ['site', 'label'],
  passage_text: ['site', 'title', 'heading', 'text'],
}

const INDEXES: readonly string[] = [
  'api_key_org ON api_key (org_id, id)',
  'audit_entry_org ON audit_entry (org_id, id)',
  'idempotency_created ON idempotency (created_at)',
  "job_due ON job (queue, run_at) WHERE state = 'ready'",
  'member_user ON member (user_id)',
  'page_reading_by_site ON page_reading (site_num)',
  'page_record_by_site ON page_record (site_num, state)',
  'passage_by_page ON passage (page_num, site_num)',
  'passage_by_site ON passage (site_num)',
  'prompt_by_site ON prompt (site_num, state)',
  'prompt_rule_by_site ON prompt_rule (site_num, position, id)',
  'question_without_topic ON question (num) WHERE topic_num = 0',
  'scan_by_site ON scan (site_num, num)',
  'site_salt_expiry ON site_salt (expires_at)',
  'site_scan_due ON site (next_scan_at) WHERE next_scan_at IS NOT NULL',
  'topic_by_site ON topic (site_num, num)',
]

const UNIQUE_INDEXES: readonly string[] = [
  "scan_active ON scan (site_num) WHERE state IN ('queued', 'running')",
  'scan_url_once ON scan_url (scan_num, url)',
]
