import { sql } from 'kysely'
import { numberList } from '../forms.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { URL_STATES } from './scan-rows.ts'

/** Excludes the pages that robots.txt forbids, as a scan found; returns the paths of all forbidden pages. */
export async function excludeForbiddenPages(
  read: Db,
  write: Db | Trx,
  siteNum: number,
  num: number,
): Promise<Set<string>> {
  const { rows: firsts } = await sql<{ url: string }>`
    SELECT url FROM scan_url
    WHERE scan_num = (SELECT num FROM scan WHERE num = ${num} AND site_num = ${siteNum}) AND seq = 1`.execute(
    read,
  )
  const [first] = firsts
  if (!first) return new Set()
  // A scan reads from one origin, so all of its addresses begin with that.
  const { origin } = new URL(first.url)
  const { rows } = await sql<{ num: number; path: string; state: string }>`
    SELECT p.num, p.path, r.state FROM scan_url AS u
    JOIN page AS p ON p.site_num = ${siteNum} AND p.path = substr(u.url, ${origin.length + 1})
    JOIN page_record AS r ON r.page_num = p.num
    WHERE u.scan_num = ${num} AND u.state = ${URL_STATES.forbidden}`.execute(read)
  const open = rows.filter(({ state }) => state === 'active' || state === 'error')
  const nums = numberList(open.map(({ num: page }) => page))
  await sql`UPDATE page_record SET state = 'excluded'
    WHERE site_num = ${siteNum} AND page_num IN ${nums}`.execute(write)
  return new Set(rows.map(({ path }) => path))
}
