import { sql, type RawBuilder } from 'kysely'
import { BoundedMap } from '../src/lib/cache/bounded-map.ts'
import type { Handles } from './handles.ts'
import { prepareStatement } from './prepared-statement.ts'

/**
 * The number of rows at which a count moves to a reading thread: up to 20,000 rows are counted on the event loop, in
 * about a millisecond.
 */
const MOST = 20_001

/**
 * The numbers of sites that had at most 20,000 rows when they were counted last. If one is forgotten, its next count is
 * slower, but not wrong.
 */
const wereSmall = new BoundedMap<number, true>(10_000)

interface Counts {
  pages: number
  prompts: number
}

const COUNTS = prepareStatement(
  ['site'],
  ({ site }) => sql<Counts>`SELECT
    (SELECT COUNT(*) FROM page WHERE site_num = ${site}) AS pages,
    (SELECT COUNT(*) FROM prompt WHERE site_num = ${site}) AS prompts`,
)

const FEW_OF_BOTH = prepareStatement(
  ['site'],
  ({ site }) => sql<Counts>`SELECT
    (SELECT COUNT(*) FROM (SELECT 1 FROM page WHERE site_num = ${site} LIMIT ${MOST}) AS p) AS pages,
    (SELECT COUNT(*) FROM (SELECT 1 FROM prompt WHERE site_num = ${site} LIMIT ${MOST}) AS q) AS prompts`,
)

/**
 * Counts the pages and the prompts of a site. A count with a limit takes twice as long as one of all rows, so a site
 * that was small is counted without a limit: at worst it has grown since, and one count is slow.
 */
export async function countPagesAndPrompts(
  handles: Pick<Handles, 'read' | 'scan'>,
  siteNum: number,
): Promise<Counts> {
  const site = { site: siteNum }
  const statement = wereSmall.get(siteNum) ? COUNTS : FEW_OF_BOTH
  const [counts = { pages: 0, prompts: 0 }] = await statement.rows(handles.read, site)
  if (Math.max(counts.pages, counts.prompts) < MOST) {
    wereSmall.set(siteNum, true)
    return counts
  }
  wereSmall.delete(siteNum)
  if (statement === COUNTS) return counts
  const [all = counts] = await COUNTS.rows(handles.scan, site)
  return all
}

/** Counts the pages of some sites, and returns the counts by the site's number; a site without pages is absent. */
export async function countPagesBySite(
  { read, scan }: Pick<Handles, 'read' | 'scan'>,
  siteNums: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, number>> {
  const ofSites = sql`FROM page WHERE site_num IN (${siteNums})`
  const some = await counted(
    sql`FROM (SELECT site_num ${ofSites} LIMIT ${MOST}) AS counted`,
  ).execute(read)
  const isWhole = some.rows.reduce((sum, { n }) => sum + n, 0) < MOST
  const { rows } = isWhole ? some : await counted(ofSites).execute(scan)
  return new Map(rows.map(({ site_num: siteNum, n }) => [siteNum, n]))
}

const counted = (rows: RawBuilder<unknown>) => sql<{ site_num: number; n: number }>`
  SELECT site_num, COUNT(*) AS n ${rows} GROUP BY site_num`
