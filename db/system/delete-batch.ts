import { sql, type RawBuilder } from 'kysely'
import type { Db, Tables } from '../tables/schema.ts'

/** The rows that one step deletes, in a few milliseconds. */
const STEP_ROWS = 1_000

/** The columns that identify a row of each table; a clustered table has no row id. */
const KEYS = {
  event: ['site_num', 'at', 'seq'],
  rollup_day: ['site_num', 'day', 'kind'],
  rollup_dim: ['site_dim', 'day_kind', 'val'],
  rollup_visit: ['site_dim', 'day', 'val'],
  visitor_day: ['day', 'site_num', 'visitor'],
  visitor_source: ['day', 'site_num', 'visitor', 'source'],
  return_day: ['day', 'site_num', 'visitor', 'engine'],
  event_key: ['arrival_day', 'site_num', 'event_key'],
  site_salt: ['site_num', 'day'],
  bot_day: ['site_num', 'day', 'bot', 'kind'],
  facet: ['num'],
  visit_source: ['site_num', 'num'],
  wording: ['num'],
  topic_phrase: ['site_num', 'phrase'],
  topic_bigram: ['site_num', 'bigram', 'topic_num'],
  question_purge: ['site_num'],
  page_record: ['page_num'],
  page_address: ['site_num', 'address'],
  page_analysis: ['page_num'],
  site_score: ['site_num'],
  site_policy: ['site_num'],
  site_signals: ['site_num'],
  page_reading: ['page_num'],
  prompt: ['num'],
  prompt_rule: ['id'],
  reader_choice: ['site_num', 'page_num', 'meaning'],
  citation_query: ['num'],
  citation_tag: ['site_num', 'query_num', 'tag'],
  prompt_rule_day: ['site_num', 'rule_id', 'day'],
  citation_run: ['num'],
  citation_check: ['site_num', 'at', 'num'],
  citation_answer: ['site_num', 'at', 'check_num'],
  citation_mention: ['site_num', 'at', 'check_num', 'name'],
  citation_source: ['site_num', 'at', 'check_num', 'seq'],
  scan_url: ['scan_num', 'seq'],
  scan_address: ['scan_num', 'seq'],
  idempotency: ['org_id', 'credential_id', 'route', 'idempotency_key'],
  session: ['id'],
  invitation: ['id'],
  one_time_token: ['hash'],
  sign_in_guess: ['num'],
  mail_permit: ['num'],
  outbox: ['num'],
  assistant_call: ['num'],
  api_key: ['id'],
  oauth_client: ['id'],
  oauth_request: ['id'],
  oauth_code: ['hash'],
  oauth_token: ['hash'],
  oauth_assertion: ['hash'],
  billing_event: ['id'],
  webhook_delivery: ['num'],
  job: ['id'],
} as const satisfies { [T in keyof Tables]?: readonly (keyof Tables[T])[] }

type Deletable = keyof typeof KEYS

/**
 * Deletes a batch of the rows that meet the condition `meant`; returns false once none is left. The condition must find
 * rows by an index.
 */
export async function deleteBatch(
  db: Db,
  table: Deletable,
  meant: RawBuilder<unknown>,
): Promise<boolean> {
  const key = sql.join(KEYS[table].map((column) => sql.ref(column)))
  const { numAffectedRows = 0n } = await sql`DELETE FROM ${sql.table(table)} WHERE (${key}) IN (
    SELECT ${key} FROM ${sql.table(table)} WHERE ${meant} LIMIT ${STEP_ROWS})`.execute(db)
  return numAffectedRows === BigInt(STEP_ROWS)
}

/** Returns the days, which are few, that have rows in a table whose key begins with the day. */
export async function listDays(
  db: Db,
  table: 'visitor_day' | 'visitor_source' | 'return_day' | 'event_key',
): Promise<number[]> {
  const [day] = KEYS[table]
  const days: number[] = []
  for (let after = -1_000_000_000; ;) {
    const { rows } = await sql<{ next: number | null }>`SELECT MIN(${sql.ref(day)}) AS next
      FROM ${sql.table(table)} WHERE ${sql.ref(day)} > ${after}`.execute(db)
    const next = rows[0]?.next ?? null
    if (next === null) return days
    days.push(next)
    after = next
  }
}
