import { createHash } from 'node:crypto'
import type { SqliteConnection } from '../../sqlite/connect.ts'
import { insertRows, insertSite } from './old-data.ts'

/** Everything that is stored here happened at this time. */
export const SCANNED_AT = Date.parse('2026-11-18T10:00:00Z')

const BY_KEY = '{"type":"key","id":"key_old"}'
const OPTIONS = '{"include":[],"exclude":[],"maxPages":500}'

/**
 * Inserts the data that 0.1.0 stored for a site of two pages, `/` and `/tides`: a scan that succeeded, the text of its
 * pages, a prompt that the generator wrote and a locked one, and a rule about `/`.
 */
export function insertScannedSite(connection: SqliteConnection, url: string): void {
  insertSite(connection, { num: 1, org: 'org_old', id: 'site_old', url, at: SCANNED_AT })
  insertScan(connection, {
    num: 1,
    id: 'job_old',
    org_id: 'org_old',
    site_num: 1,
    site_id: 'site_old',
    state: 'succeeded',
    phase: 'finalize',
    fetched: 2,
    tally:
      '{"pages":2,"added":2,"changed":0,"unchanged":0,"removed":0,"promptsGenerated":2,"promptsUpdated":0,"score":54,"startError":null,"warnings":{}}',
    finished_at: SCANNED_AT,
  })
  insertPage(connection, 1, { num: 1, id: 'pg_home', url, path: '/', title: 'Home' })
  insertPage(connection, 1, { num: 2, id: 'pg_tides', url, path: '/tides', title: 'Tides' })
  insertPrompt(connection, { num: 1, id: 'prm_home', page_num: 1, source: 'generated' })
  insertPrompt(connection, {
    num: 2,
    id: 'prm_tides',
    page_num: 2,
    source: 'manual',
    is_locked: 1,
    questions: '["When is high water?"]',
  })
  insertRows(connection, 'prompt_rule', [
    {
      id: 'rul_old',
      site_num: 1,
      position: 1_000,
      name: 'Short answers',
      description: null,
      is_enabled: 1,
      conditions: '{"path":"/"}',
      actions: '{"append":"Keep it brief."}',
      is_last: 0,
      created_by: BY_KEY,
      created_at: SCANNED_AT,
      updated_at: SCANNED_AT,
      version: 1,
    },
  ])
}

/** Inserts a first scan that a stop cut short after one of the two pages that it had found. */
export function insertScanUnderWay(connection: SqliteConnection, url: string): void {
  insertSite(connection, { num: 2, org: 'org_busy', id: 'site_busy', url, at: SCANNED_AT })
  insertScan(connection, {
    num: 2,
    id: 'job_busy',
    org_id: 'org_busy',
    site_num: 2,
    site_id: 'site_busy',
    state: 'running',
    phase: 'fetch',
    fetched: 1,
    tally: '{"pages":1,"added":1}',
    finished_at: null,
  })
  insertPage(connection, 2, { num: 3, id: 'pg_busy', url, path: '/', title: 'Home' })
  insertRows(connection, 'scan_url', [
    { scan_num: 2, seq: 1, url, modified_at: null, depth: 0, state: 1 },
    { scan_num: 2, seq: 2, url: `${url}tides`, modified_at: null, depth: 1, state: 0 },
  ])
  insertRows(connection, 'job', [
    {
      id: 'job_busy',
      queue: 'scan',
      dedupe_key: null,
      group_key: null,
      payload: '{"orgId":"org_busy","scanId":"job_busy"}',
      state: 'ready',
      run_at: SCANNED_AT,
      attempts: 0,
      claims: 1,
      lease_id: null,
      last_error: null,
      created_at: SCANNED_AT,
    },
  ])
}

/**
 * Inserts the conclusions that prompts drew from both pages of `insertScannedSite`, as versions before
 * `0015-page-analysis` stored them: in `page_record`, ahead of the scan's fields, and in `page_reading`. A rule had set
 * the type of `/tides`.
 */
export function insertConclusions(connection: SqliteConnection): void {
  const of = { keyphrases: [{ text: 'high water', weight: 1 }], summary: 'It comes twice a day.' }
  const rows = [
    { num: 1, found: { type: 'landing', typeSource: 'path', ...of }, tags: [] },
    { num: 2, found: { type: 'docs', typeSource: 'dom', ...of, sketch: 'AAAA' }, tags: ['sea'] },
  ]
  for (const { num, found, tags } of rows) {
    const { sketch: _, ...own } = { sketch: '', ...found }
    const ruled = num === 2 ? { ...own, type: 'article', typeSource: 'rule' } : own
    const record = connection
      .prepare('SELECT record FROM page_record WHERE page_num = ?')
      .pluck()
      .get(num) as string
    const concluded = JSON.stringify({ ...ruled, tags, ...(JSON.parse(record) as object) })
    const hash = createHash('sha256').update(record).digest('hex')
    connection.prepare('UPDATE page_record SET record = ? WHERE page_num = ?').run(concluded, num)
    connection
      .prepare('UPDATE page_reading SET record_hash = ?, findings = ? WHERE page_num = ?')
      .run(hash, JSON.stringify(found), num)
    connection
      .prepare('UPDATE prompt SET record_hash = ?, page_type = ? WHERE page_num = ?')
      .run(hash, ruled.type, num)
  }
}

function insertScan(
  connection: SqliteConnection,
  own: Record<string, string | number | null>,
): void {
  insertRows(connection, 'scan', [
    {
      kind: 'onboarding',
      origin: 'api',
      seq: 9,
      is_canceled: 0,
      discovered: 2,
      skipped: 0,
      failed: 0,
      options: OPTIONS,
      error: null,
      attempts: 1,
      requested_by: BY_KEY,
      queued_at: SCANNED_AT,
      started_at: SCANNED_AT,
      ...own,
    },
  ])
}

interface Page {
  num: number
  id: string
  url: string
  path: string
  title: string
}

/** Inserts a page, the results of the site's scan for it, and its one passage. */
function insertPage(connection: SqliteConnection, siteNum: number, page: Page): void {
  const { num, id, path, title } = page
  const url = new URL(path, page.url).href
  const seen = { first_seen_at: SCANNED_AT, last_seen_at: SCANNED_AT }
  const text = `High water of ${title} comes twice a day.`
  insertRows(connection, 'page', [{ num, id, site_num: siteNum, path, url, title, ...seen }])
  insertRows(connection, 'page_text', [{ rowid: num, site: `s${siteNum}`, title, path }])
  insertRows(connection, 'page_record', [
    {
      page_num: num,
      site_num: siteNum,
      state: 'active',
      http_status: 200,
      missing: 0,
      target_url: null,
      canonical_url: null,
      etag: null,
      last_modified: null,
      content_hash: Buffer.alloc(32, num),
      body_hash: Buffer.alloc(32, num),
      record: JSON.stringify({ ...RECORD, title, h1: title }),
      score: null,
      scan_num: siteNum,
      last_scanned_at: SCANNED_AT,
      last_changed_at: SCANNED_AT,
    },
  ])
  insertRows(connection, 'passage', [
    { num, page_num: num, site_num: siteNum, heading: title, text },
  ])
  insertRows(connection, 'passage_text', [
    { rowid: num, site: `s${siteNum}`, title, heading: title, text },
  ])
  insertRows(connection, 'page_reading', [
    {
      page_num: num,
      site_num: siteNum,
      record_hash: String(num).repeat(64),
      phrases: Buffer.alloc(8, num),
      findings: null,
    },
  ])
}

/** The facts of a page as scans first wrote them. */
const RECORD = {
  description: null,
  headings: [],
  canonicalUrl: null,
  language: 'en',
  wordCount: 9,
  tokenEstimate: 14,
  contentHash: 'ab'.repeat(32),
  author: null,
  publishedAt: null,
  modifiedAt: null,
  modifiedSource: null,
  robots: { meta: [], header: [] },
  markdownUrl: null,
  schemaTypes: [],
  ogType: null,
  codeBlocks: 0,
  orderedItems: 0,
  issues: ['no_description'],
}

const TEMPLATE = {
  kind: 'summarize',
  label: 'Summarize',
  template: 'Read {{url}} and summarize it.',
  resolved: 'Read it and summarize it.',
  findings: [],
}

function insertPrompt(
  connection: SqliteConnection,
  own: Record<string, string | number | null>,
): void {
  insertRows(connection, 'prompt', [
    {
      site_num: 1,
      state: 'active',
      is_state_set: 0,
      page_type: 'other',
      language: 'en',
      primary_kind: 'summarize',
      kinds: ' summarize ',
      templates: JSON.stringify([TEMPLATE]),
      questions: '[]',
      rules: '{"matched":[],"explain":{},"targets":null,"vars":{}}',
      generator: '{"engine":"deterministic","model":null,"promptVersion":"1"}',
      is_locked: 0,
      is_stale: 0,
      content_hash: 'ab'.repeat(32),
      record_hash: 'cd'.repeat(32),
      basis: 'ef'.repeat(32),
      version: 1,
      created_at: SCANNED_AT,
      updated_at: SCANNED_AT,
      updated_by: BY_KEY,
      ...own,
    },
  ])
}
