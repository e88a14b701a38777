import { sql, type RawBuilder } from 'kysely'
import type { Handles } from './handles.ts'

/** So many rows are counted on the event loop in about a millisecond; more are counted in a reading thread. */
const MAX_ROWS_ON_EVENT_LOOP = 20_000

/** Counts the pages and the prompts of a site, in one statement where they are few. */
export async function countPagesAndPrompts(
  { read, scan }: Pick<Handles, 'read' | 'scan'>,
  siteNum: number,
): Promise<{ pages: number; prompts: number }> {
  const few = MAX_ROWS_ON_EVENT_LOOP + 1
  const { rows } = await sql<{ pages: number; prompts: number }>`SELECT
    (SELECT COUNT(*) FROM (SELECT 1 FROM page WHERE site_num = ${siteNum} LIMIT ${few}) AS p) AS pages,
    (SELECT COUNT(*) FROM (SELECT 1 FROM prompt WHERE site_num = ${siteNum} LIMIT ${few}) AS q) AS prompts`.execute(
    read,
  )
  const { pages = 0, prompts = 0 } = rows[0] ?? {}
  return {
    pages: pages < few ? pages : await countRows(scan, 'page', siteNum),
    prompts: prompts < few ? prompts : await countRows(scan, 'prompt', siteNum),
  }
}

/** Counts the pages of a site. */
export async function countPages(
  { read, scan }: Pick<Handles, 'read' | 'scan'>,
  siteNum: number,
): Promise<number> {
  const few = MAX_ROWS_ON_EVENT_LOOP + 1
  const { rows } = await sql<{ n: number }>`SELECT COUNT(*) AS n
    FROM (SELECT 1 FROM page WHERE site_num = ${siteNum} LIMIT ${few}) AS counted`.execute(read)
  const n = rows[0]?.n ?? 0
  return n < few ? n : countRows(scan, 'page', siteNum)
}

async function countRows(
  scan: Handles['scan'],
  table: 'page' | 'prompt',
  siteNum: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT COUNT(*) AS n FROM ${sql.ref(table)} WHERE site_num = ${siteNum}`.execute(scan)
  return rows[0]?.n ?? 0
}

/** Counts the pages of sites, by the site's number; a site without pages is absent. */
export async function countPagesBySite(
  { read, scan }: Pick<Handles, 'read' | 'scan'>,
  siteNums: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, number>> {
  const ofSites = sql`FROM page WHERE site_num IN (${siteNums})`
  const few = MAX_ROWS_ON_EVENT_LOOP + 1
  const some = await counted(
    sql`FROM (SELECT site_num ${ofSites} LIMIT ${few}) AS counted`,
  ).execute(read)
  const isWhole = some.rows.reduce((sum, { n }) => sum + n, 0) < few
  const { rows } = isWhole ? some : await counted(ofSites).execute(scan)
  return new Map(rows.map(({ site_num: siteNum, n }) => [siteNum, n]))
}

const counted = (rows: RawBuilder<unknown>) => sql<{ site_num: number; n: number }>`
  SELECT site_num, COUNT(*) AS n ${rows} GROUP BY site_num`
