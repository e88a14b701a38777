import { sql } from 'kysely'
import { jsonNumber, numberList } from '../forms.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { URL_STATES } from './scan-rows.ts'

/** The most addresses of a site that are kept for its next scan. */
const MAX_CARRIED_OVER = 20_000
/** A limit that no scan reaches, for a statement with OFFSET, which needs a LIMIT. */
const MAX_URLS = 1_000_000_000

/** An address that a scan left for the next one. */
export interface CarriedOverUrl {
  url: string
  depth: number
  hasFailed: boolean
  isWaiting: boolean
}

/**
 * Returns the addresses that the scans before this one left unread: for a bound, robots.txt, an exclusion or a failure.
 */
export async function carriedOverUrls(
  db: Db,
  siteNum: number,
  scanNum: number,
): Promise<CarriedOverUrl[]> {
  const { rows } = await sql<{ url: string; depth: number; state: number }>`
    SELECT u.url, u.depth, u.state FROM scan JOIN scan_url AS u ON u.scan_num = scan.num
    WHERE scan.site_num = ${siteNum} AND scan.num < ${scanNum}
    ORDER BY u.state, u.scan_num, u.seq`.execute(db)
  return rows.map(({ url, depth, state }) => ({
    url,
    depth,
    hasFailed: state === URL_STATES.failed,
    isWaiting: state === URL_STATES.waiting,
  }))
}

/**
 * Returns the numbers of the scans whose addresses are kept when a scan ends: its own, and those of earlier scans as
 * long as it is in the phase `discover`, in which it has not yet taken them over. `isTooMuch` says that they left more
 * addresses than are kept. It has to be called before the scan ends.
 */
export async function scansToKeep(
  db: Db | Trx,
  siteNum: number,
  scanNum: number,
): Promise<{ nums: readonly number[]; isTooMuch: boolean }> {
  const { rows: scans } = await sql<{ num: number }>`
    SELECT num FROM scan WHERE site_num = ${siteNum} AND (num = ${scanNum} OR num < ${scanNum}
      AND EXISTS (SELECT 1 FROM scan AS own WHERE own.num = ${scanNum} AND own.phase = 'discover'))`.execute(
    db,
  )
  const nums = scans.map(({ num }) => num)
  const { rows } = await sql<{ n: number }>`
    SELECT COUNT(*) AS n FROM scan_url
    WHERE scan_num IN ${numberList(nums)} AND state <> ${URL_STATES.done}`.execute(db)
  return { nums, isTooMuch: (rows[0]?.n ?? 0) > MAX_CARRIED_OVER }
}

/**
 * Returns a scan's tally with a mark that not all of its addresses are kept, so that the next scan has to find them
 * again.
 */
export const markTallyCut = (tally: string): string =>
  // @NOTE a JSON object, which scans alone write.
  JSON.stringify({ ...(JSON.parse(tally) as object), isCut: true })

/**
 * Deletes the addresses of a site's scans, except those that the scans `keptNums` left unread, of which it keeps
 * 20,000, waiting ones first.
 */
export async function deleteUrls(
  db: Db | Trx,
  siteNum: number,
  keptNums: readonly number[],
): Promise<void> {
  const kept = numberList(keptNums)
  await sql`DELETE FROM scan_url WHERE scan_num IN (SELECT num FROM scan WHERE site_num = ${siteNum})
    AND (state = ${URL_STATES.done} OR scan_num NOT IN ${kept})`.execute(db)
  // @NOTE those past the bound are looked for, since NOT IN a list of pairs compares every row with the whole list.
  await sql`DELETE FROM scan_url WHERE (scan_num, seq) IN (
      SELECT scan_num, seq FROM scan_url WHERE scan_num IN ${kept}
      ORDER BY state, scan_num, seq LIMIT ${MAX_URLS} OFFSET ${MAX_CARRIED_OVER})`.execute(db)
}

/** Returns the newest scan before a scan that came far enough to find any address; undefined where none exists. */
export async function previousScan(
  db: Db,
  siteNum: number,
  scanNum: number,
): Promise<{ tally: string; maxPages: number } | undefined> {
  const { rows } = await sql<{ tally: string; maxPages: number }>`
    SELECT tally, ${jsonNumber(sql<{ maxPages: number }>`options`, 'maxPages')} AS "maxPages" FROM scan
    WHERE site_num = ${siteNum} AND num < ${scanNum} AND discovered > 0
    ORDER BY num DESC LIMIT 1`.execute(db)
  return rows[0]
}
