import { sql } from 'kysely'
import { dayOfInstant } from '../facts/buckets.ts'
import type { OffsetSegment } from '../facts/fact-query.ts'
import { ANY_KIND, FACT_DIMENSIONS } from '../facts/kinds.ts'
import type { Trx } from '../tables/schema.ts'

/** Recounts every rollup of a site from its events, by the local days of `zone`. */
export async function rebuildRollups(
  trx: Trx,
  siteNum: number,
  zone: string,
  segmentsOf: (fromMs: number, toMs: number) => OffsetSegment[],
): Promise<void> {
  const span = await trx
    .selectFrom('event')
    .select((eb) => [eb.fn.min('at').as('first'), eb.fn.max('at').as('last')])
    .where('site_num', '=', siteNum)
    .executeTakeFirst()
  for (const table of ['rollup_day', 'rollup_dim', 'visitor_day'] as const) {
    await trx.deleteFrom(table).where('site_num', '=', siteNum).execute()
  }
  if (span && span.first !== null)
    await recount(trx, siteNum, segmentsOf(span.first, span.last + 1))
  await trx.updateTable('site').set({ rollup_timezone: zone }).where('num', '=', siteNum).execute()
}

async function recount(trx: Trx, siteNum: number, segments: OffsetSegment[]): Promise<void> {
  const day = dayOfInstant(sql`at`, segments)
  await sql`INSERT INTO rollup_day (site_num, day, kind, events, visitors)
    SELECT site_num, ${day} AS local_day, kind, COUNT(*), COUNT(DISTINCT visitor) FROM event
    WHERE site_num = ${siteNum} GROUP BY site_num, local_day, kind`.execute(trx)
  await sql`INSERT INTO rollup_day (site_num, day, kind, events, visitors)
    SELECT site_num, ${day} AS local_day, ${sql.lit(ANY_KIND)}, COUNT(*), COUNT(DISTINCT visitor) FROM event
    WHERE site_num = ${siteNum} GROUP BY site_num, local_day`.execute(trx)
  for (const [name, dim] of Object.entries(FACT_DIMENSIONS)) {
    const column = sql.ref(name === 'path' ? 'page_num' : name)
    await sql`INSERT INTO rollup_dim (site_num, dim, kind, day, val, events)
      SELECT site_num, ${sql.lit(dim)}, kind, ${day} AS local_day, ${column}, COUNT(*) FROM event
      WHERE site_num = ${siteNum} GROUP BY site_num, kind, local_day, ${column}`.execute(trx)
  }
  // Whoever was seen on a day that may still take events; the upkeep drops those of closed days.
  await sql`INSERT INTO visitor_day (day, site_num, visitor, kinds)
    SELECT local_day, site_num, visitor, SUM(bit) FROM (
      SELECT DISTINCT site_num, ${day} AS local_day, visitor, 1 << kind AS bit FROM event
      WHERE site_num = ${siteNum} AND at >= (SELECT MAX(at) FROM event WHERE site_num = ${siteNum}) - 259200000
    ) AS seen GROUP BY site_num, local_day, visitor`.execute(trx)
}
