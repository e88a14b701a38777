import { sql } from 'kysely'
import { hexOf } from '../forms.ts'
import type { Db } from '../tables/schema.ts'
import { URL_STATES, type PreviousPage, type WaitingUrl } from './scan-rows.ts'

/** A waiting address with the known page there, as SQL returns both. */
interface WaitingRow {
  seq: number
  url: string
  depth: number
  modified_at: number | null
  num: number | null
  page_url: string | null
  title: string | null
  state: string | null
  missing: number | null
  etag: string | null
  last_modified: string | null
  canonical_url: string | null
  content_hash: string | null
  body_hash: string | null
}

const waitingUrl = (row: WaitingRow): WaitingUrl => ({
  seq: row.seq,
  url: row.url,
  depth: row.depth,
  modifiedAt: row.modified_at,
  known: knownPage(row),
})

function knownPage(row: WaitingRow): PreviousPage | undefined {
  if (row.num === null || row.page_url === null) return undefined
  return {
    num: row.num,
    url: row.page_url,
    title: row.title,
    state: row.state,
    missing: row.missing ?? 0,
    etag: row.etag,
    lastModified: row.last_modified,
    canonicalUrl: row.canonical_url,
    contentHash: row.content_hash || null,
    bodyHash: row.body_hash || null,
  }
}

export interface WaitingRange {
  /** Number of the address after which to begin. */
  after: number
  limit: number
  /** The origin that the addresses begin with. */
  origin: string
}

/** Returns waiting addresses of a scan, in the order in which they were found, with the known pages there. */
export async function waitingUrls(
  read: Db,
  siteNum: number,
  num: number,
  { after, limit, origin }: WaitingRange,
): Promise<WaitingUrl[]> {
  const { rows } = await sql<WaitingRow>`
    SELECT u.seq, u.url, u.depth, u.modified_at, p.num, p.url AS page_url, p.title, r.state, r.missing, r.etag,
      r.last_modified, COALESCE(r.ignored_canonical_url, r.canonical_url) AS canonical_url, ${hexOf(sql`r.content_hash`)} AS content_hash,
      ${hexOf(sql`r.body_hash`)} AS body_hash
    FROM (
      SELECT * FROM scan_url
      WHERE scan_num = (SELECT num FROM scan WHERE num = ${num} AND site_num = ${siteNum})
        AND seq > ${after} AND state = ${URL_STATES.waiting}
      ORDER BY seq LIMIT ${limit}
    ) AS u
    LEFT JOIN page AS p ON p.site_num = ${siteNum} AND p.path = substr(u.url, ${origin.length + 1})
    LEFT JOIN page_record AS r ON r.page_num = p.num
    ORDER BY u.seq`.execute(read)
  return rows.map(waitingUrl)
}
