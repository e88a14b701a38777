import { sql } from 'kysely'
import { numberList, valueRows, withoutIndex } from '../forms.ts'
import { pathWords } from '../search/full-text.ts'
import { indexPassages } from '../search/index-passages.ts'
import { addWords, deleteWords } from '../search/text-index.ts'
import { toIndexText } from '../../src/domain/search/cjk-segmentation.ts'
import type { Trx } from '../tables/schema.ts'
import type { PageContent, PageWrite } from './scan-rows.ts'

export interface PagesContext {
  trx: Trx
  siteNum: number
  scanNum: number
  at: number
  newPageId: () => string
}

/** A page to be written, with the number of its row. */
interface Numbered {
  num: number
  write: PageWrite
}

interface StoredPage {
  num: number
  path: string
  title: string | null
}

/**
 * Stores the facts that answers showed about pages; facts that they did not show stay as they were. It takes a handful
 * of statements, whose text is always the same, for any number of pages, and one for the passages of each page: several
 * statements for each page would cost more than fetching and parsing it.
 */
export async function storePages(
  context: PagesContext,
  writes: readonly PageWrite[],
): Promise<void> {
  if (writes.length === 0) return
  const pages = await numberPages(context, writes)
  await storeStates(
    context,
    pages.filter(({ write }) => !write.content),
  )
  const forgotten = pages.filter(({ write }) => write.isForgotten && write.known)
  await forgetPages(
    context,
    forgotten.map(({ num }) => num),
  )
  await indexTitles(
    context,
    forgotten.map(({ num, write: { path } }) => ({ num, path, title: null })),
  )
  const read = pages.flatMap(({ num, write }) =>
    write.content ? { num, write, content: write.content } : [],
  )
  await storeRecords(context, read)
  await storePassages(context, read)
}

/**
 * Gives pages their numbers. A page that readers met before keeps its number, and gets the title that the scan read and
 * the address that answered.
 */
async function numberPages(
  context: PagesContext,
  writes: readonly PageWrite[],
): Promise<Numbered[]> {
  const { trx, siteNum, at, newPageId } = context
  const news = writes.filter(
    ({ known, content, state, url }) =>
      !known ||
      (content && content.title !== known.title) ||
      (state === 'active' && url !== known.url),
  )
  if (news.length === 0) return writes.flatMap(numberOfKnown)
  const rows = news.map(({ path, url, content, known }) => [
    newPageId(),
    path,
    url,
    // A page that was read has the title that it states, and not the one that a visitor reported.
    content ? content.title : (known?.title ?? null),
  ])
  const { rows: stored } = await sql<StoredPage>`
    INSERT INTO page (id, site_num, path, url, title, first_seen_at, last_seen_at)
    SELECT listed.id, ${siteNum}, listed.path, listed.url, listed.title, ${at}, ${at}
    FROM ${valueRows('listed', { id: 'text', path: 'text', url: 'text', title: 'text' }, rows)} WHERE true
    ON CONFLICT (site_num, path) DO UPDATE SET title = excluded.title, url = excluded.url
    RETURNING num, path, title`.execute(trx)
  await indexTitles(context, stored)
  const numOf = new Map(stored.map(({ num, path }) => [path, num]))
  return writes.flatMap((write) => {
    const num = numOf.get(write.path)
    return num === undefined ? numberOfKnown(write) : [{ num, write }]
  })
}

const numberOfKnown = (write: PageWrite): Numbered[] =>
  write.known ? [{ num: write.known.num, write }] : []

/** Writes the words of titles and paths into the full-text index. */
export async function indexTitles(
  { trx, siteNum }: Pick<PagesContext, 'trx' | 'siteNum'>,
  pages: readonly StoredPage[],
): Promise<void> {
  if (pages.length === 0) return
  await deleteWords('page', numberList(pages.map(({ num }) => num))).execute(trx)
  const rows = pages.map(({ num, path, title }) => [num, toIndexText(title ?? ''), pathWords(path)])
  await addWords('page', siteNum, rows).execute(trx)
}

const ANSWER = {
  page_num: 'integer',
  state: 'text',
  http_status: 'integer',
  missing: 'integer',
  target_url: 'text',
} as const

/** Stores the state of pages whose answer had nothing new. */
async function storeStates(
  { trx, siteNum, scanNum, at }: PagesContext,
  pages: readonly Numbered[],
): Promise<void> {
  if (pages.length === 0) return
  const rows = pages.map(({ num, write }) => [
    num,
    write.state,
    write.httpStatus,
    write.missing,
    write.targetUrl,
  ])
  await sql`
    INSERT INTO page_record (page_num, site_num, state, http_status, missing, target_url, scan_num, last_scanned_at)
    SELECT answer.page_num, ${siteNum}, answer.state, answer.http_status, answer.missing, answer.target_url, ${scanNum}, ${at}
    FROM ${valueRows('answer', ANSWER, rows)} WHERE true
    ON CONFLICT (page_num) DO UPDATE SET state = excluded.state, http_status = excluded.http_status,
      missing = excluded.missing, target_url = excluded.target_url, scan_num = excluded.scan_num,
      last_scanned_at = excluded.last_scanned_at`.execute(trx)
}

interface Read extends Numbered {
  content: PageContent
}

const READ_ANSWER = {
  page_num: 'integer',
  state: 'text',
  http_status: 'integer',
  canonical_url: 'text',
  etag: 'text',
  last_modified: 'text',
  content_hash: 'hex',
  body_hash: 'hex',
  record: 'text',
  changed_at: 'integer',
  judged: 'text',
  record_hash: 'text',
  place_selector: 'text',
  has_place: 'integer',
} as const

/** Stores the records of pages, and deletes the analyses of earlier records. */
async function storeRecords(
  { trx, siteNum, scanNum, at }: PagesContext,
  pages: readonly Read[],
): Promise<void> {
  if (pages.length === 0) return
  const rows = pages.map(({ num, write, content }) => [
    num,
    write.state,
    write.httpStatus,
    content.canonicalUrl,
    content.etag,
    content.lastModified,
    content.contentHash,
    content.bodyHash,
    content.record,
    content.passages ? at : null,
    content.judged ?? null,
    content.recordHash,
    content.place?.selector ?? null,
    numberOrNull(content.place?.isThere),
  ])
  const hashes = pages.map(({ num, content }) => [num, content.recordHash])
  await sql`DELETE FROM page_analysis WHERE page_num IN (
    SELECT a.page_num FROM ${valueRows('answer', { page_num: 'integer', record_hash: 'text' }, hashes)}
    JOIN page_analysis AS a ON a.page_num = answer.page_num
    WHERE a.record_hash <> answer.record_hash)`.execute(trx)
  await sql`
    INSERT INTO page_record (page_num, site_num, state, http_status, missing, canonical_url, etag, last_modified,
      content_hash, body_hash, record, scan_num, last_scanned_at, last_changed_at, judged, record_hash, place_selector, has_place)
    SELECT answer.page_num, ${siteNum}, answer.state, answer.http_status, 0, answer.canonical_url, answer.etag,
      answer.last_modified, answer.content_hash, answer.body_hash, answer.record, ${scanNum}, ${at},
      answer.changed_at, answer.judged, answer.record_hash, answer.place_selector, answer.has_place
    FROM ${valueRows('answer', READ_ANSWER, rows)} WHERE true
    ON CONFLICT (page_num) DO UPDATE SET state = excluded.state, http_status = excluded.http_status, missing = 0,
      target_url = NULL, canonical_url = excluded.canonical_url, ignored_canonical_url = NULL, etag = excluded.etag,
      last_modified = excluded.last_modified, content_hash = excluded.content_hash, body_hash = excluded.body_hash,
      record = excluded.record, record_hash = excluded.record_hash, scan_num = excluded.scan_num, last_scanned_at = excluded.last_scanned_at,
      last_changed_at = COALESCE(excluded.last_changed_at, page_record.last_changed_at), judged = excluded.judged, score_basis = NULL,
      place_selector = excluded.place_selector, has_place = excluded.has_place`.execute(trx)
}

const numberOrNull = (claim: boolean | null | undefined): number | null =>
  typeof claim === 'boolean' ? Number(claim) : null

/** Stores the passages of pages whose main text has changed, in place of the earlier ones. */
async function storePassages(
  { trx, siteNum }: PagesContext,
  pages: readonly Read[],
): Promise<void> {
  const changed = pages.filter(({ content }) => content.passages)
  if (changed.length === 0) return
  const known = numberList(changed.flatMap(({ num, write }) => (write.known?.state ? num : [])))
  await deleteWords('passage', sql`(SELECT num FROM passage WHERE page_num IN ${known})`).execute(
    trx,
  )
  await sql`DELETE FROM passage WHERE page_num IN ${known}`.execute(trx)
  // Each page has a statement of its own: one for all of them would make SQLite copy and parse each list once more.
  for (const { num, content } of changed) {
    await sql`INSERT INTO passage (page_num, site_num, heading, text)
      SELECT ${num}, ${siteNum}, piece.heading, piece.text
      FROM ${valueRows('piece', { heading: 'text', text: 'text' }, content.passages ?? '[]')}`.execute(
      trx,
    )
  }
  await indexPassages(
    trx,
    siteNum,
    changed.map(({ num, content }) => ({ num, texts: [content.title, content.passages ?? ''] })),
  )
}

/** The sources of prompts that people wrote; all others can be made again from their page. */
const WRITTEN_BY_PEOPLE = sql.raw("('manual', 'imported')")

/**
 * Deletes all that scans learned about pages whose owner does not want it kept: title, record, text, phrases and
 * prompts, except prompts that a person wrote or locked. The rows of the pages stay, with their addresses.
 */
async function forgetPages(
  { trx, siteNum }: PagesContext,
  pageNums: readonly number[],
): Promise<void> {
  if (pageNums.length === 0) return
  const nums = numberList(pageNums)
  const ofSite = sql`${withoutIndex('site_num')} = ${siteNum}`
  await sql`UPDATE page SET title = NULL WHERE num IN ${nums} AND ${ofSite}`.execute(trx)
  await sql`UPDATE page_record SET canonical_url = NULL, ignored_canonical_url = NULL, etag = NULL, last_modified = NULL, content_hash = NULL,
      body_hash = NULL, record = NULL, record_hash = NULL, score = NULL, judged = NULL, score_basis = NULL,
      findings = NULL, place_selector = NULL, has_place = NULL
    WHERE page_num IN ${nums} AND ${ofSite}`.execute(trx)
  await deleteWords(
    'passage',
    sql`(SELECT num FROM passage WHERE page_num IN ${nums} AND ${ofSite})`,
  ).execute(trx)
  await sql`DELETE FROM passage WHERE page_num IN ${nums} AND ${ofSite}`.execute(trx)
  await sql`DELETE FROM page_analysis WHERE page_num IN ${nums} AND ${ofSite}`.execute(trx)
  await sql`DELETE FROM page_reading WHERE page_num IN ${nums} AND ${ofSite}`.execute(trx)
  await sql`DELETE FROM prompt WHERE page_num IN ${nums} AND ${ofSite} AND is_locked = 0
    AND source NOT IN ${WRITTEN_BY_PEOPLE}`.execute(trx)
  await sql`UPDATE prompt SET tags = '[]', is_type_ruled = 0
    WHERE page_num IN ${nums} AND ${ofSite}`.execute(trx)
}
