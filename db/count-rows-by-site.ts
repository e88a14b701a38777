import { sql, type RawBuilder } from 'kysely'
import type { Handles } from './handles.ts'

/** So many rows are counted on the event loop in about a millisecond; more are counted in a reading thread. */
const MAX_ROWS_ON_EVENT_LOOP = 20_000

/** Counts the rows that a site has in a table. */
export async function countRowsOfSite(
  { read, scan }: Pick<Handles, 'read' | 'scan'>,
  table: 'page' | 'prompt',
  siteNum: number,
): Promise<number> {
  const ofSite = sql`FROM ${sql.ref(table)} WHERE site_num = ${siteNum}`
  const some = await countOf(
    read,
    sql`(SELECT 1 ${ofSite} LIMIT ${MAX_ROWS_ON_EVENT_LOOP + 1}) AS counted`,
  )
  return some > MAX_ROWS_ON_EVENT_LOOP ? countOf(scan, sql`(SELECT 1 ${ofSite}) AS counted`) : some
}

async function countOf(db: Handles['read'], rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counted } = await sql<{ n: number }>`SELECT COUNT(*) AS n FROM ${rows}`.execute(db)
  return counted[0]?.n ?? 0
}

/** Counts the rows that each site has in a table, by the site's number; a site without rows is absent. */
export async function countRowsBySite(
  { read, scan }: Pick<Handles, 'read' | 'scan'>,
  table: 'page' | 'prompt',
  siteNums: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, number>> {
  const ofSites = sql`FROM ${sql.ref(table)} WHERE site_num IN (${siteNums})`
  const some = await countOf(
    read,
    sql`(SELECT 1 ${ofSites} LIMIT ${MAX_ROWS_ON_EVENT_LOOP + 1}) AS counted`,
  )
  const isMany = some > MAX_ROWS_ON_EVENT_LOOP
  const { rows } = await sql<{ site_num: number; n: number }>`
    SELECT site_num, COUNT(*) AS n ${ofSites} GROUP BY site_num`.execute(isMany ? scan : read)
  return new Map(rows.map(({ site_num: siteNum, n }) => [siteNum, n]))
}
