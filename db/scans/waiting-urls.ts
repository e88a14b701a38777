import { sql } from 'kysely'
import { hexOf } from '../forms.ts'
import type { Db } from '../tables/schema.ts'
import { URL_STATES, type PreviousPage, type WaitingUrl } from './scan-rows.ts'

/** A waiting address with the known page at it, as SQL returns both. */
type WaitingRow = Omit<WaitingUrl, 'known'> & {
  [K in keyof Omit<PreviousPage, 'url'>]: PreviousPage[K] | null
} & { pageUrl: string | null }

function toWaitingUrl(row: WaitingRow): WaitingUrl {
  const { seq, url, depth, modifiedAt, num, pageUrl, ...page } = row
  const waiting = { seq, url, depth, modifiedAt }
  if (num === null || pageUrl === null) return { ...waiting, known: undefined }
  const known = {
    ...page,
    num,
    url: pageUrl,
    missing: page.missing ?? 0,
    contentHash: page.contentHash || null,
    bodyHash: page.bodyHash || null,
  }
  return { ...waiting, known }
}

export interface WaitingRange {
  /** The number of the address that the list begins behind. */
  after: number
  limit: number
  /** The origin that the addresses begin with. */
  origin: string
}

/** Returns the waiting addresses of a scan, in the order in which they were found, each with the known page at it. */
export async function waitingUrls(
  read: Db,
  siteNum: number,
  num: number,
  { after, limit, origin }: WaitingRange,
): Promise<WaitingUrl[]> {
  const { rows } = await sql<WaitingRow>`
    SELECT u.seq, u.url, u.depth, u.modified_at AS "modifiedAt", p.num, p.url AS "pageUrl", p.title, r.state, r.missing,
      r.etag, r.last_modified AS "lastModified", COALESCE(r.ignored_canonical_url, r.canonical_url) AS "canonicalUrl",
      ${hexOf(sql`r.content_hash`)} AS "contentHash", ${hexOf(sql`r.body_hash`)} AS "bodyHash"
    FROM (
      SELECT * FROM scan_url
      WHERE scan_num = (SELECT num FROM scan WHERE num = ${num} AND site_num = ${siteNum})
        AND seq > ${after} AND state = ${URL_STATES.waiting}
      ORDER BY seq LIMIT ${limit}
    ) AS u
    LEFT JOIN page AS p ON p.site_num = ${siteNum} AND p.path = substr(u.url, ${origin.length + 1})
    LEFT JOIN page_record AS r ON r.page_num = p.num
    ORDER BY u.seq`.execute(read)
  return rows.map(toWaitingUrl)
}
