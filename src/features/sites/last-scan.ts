import * as z from 'zod'
import type { ShownScan } from '../../../db/scans/scan-store.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { COMPACT_SCHEMAS } from '../../kernel/reads/compact-schema.ts'
import { isoOrNull } from '../../lib/time/clock.ts'

/** The reason why a scan failed. */
const ScanError = z.object({ code: z.string(), message: z.string(), retryable: z.boolean() })

/** The newest scan of a site in a few fields; `GET /scan/:jobId` has all fields. */
export const LastScan = z.object({
  id: z.string(),
  state: z.string(),
  fetched: z.int(),
  discovered: z.int(),
  finishedAt: z.string().nullable(),
  error: ScanError.nullable().register(COMPACT_SCHEMAS, { isBrief: true }),
})
type LastScan = z.input<typeof LastScan>

export const toLastScan = ({
  id,
  state,
  fetched,
  discovered,
  finished_at: finishedAt,
  error,
}: Omit<ShownScan, 'num' | 'tally'>): LastScan => ({
  id,
  state,
  fetched,
  discovered,
  finishedAt: isoOrNull(finishedAt),
  error: error === null ? null : ScanError.parse(JSON.parse(error)),
})

/** The part of a scan's tally that has the score of the site. */
const Scored = z.object({ score: z.int().nullable().default(null) })

export const scoreIn = ({ tally }: { tally: string }): number | null =>
  Scored.parse(JSON.parse(tally)).score

/** Reads the scores of sites, by the site's id, as the last scan that succeeded, at least in part, found them. */
export async function lastScores(
  db: TenantDb,
  siteIds: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  if (siteIds.length === 0) return new Map()
  const rows = await db.sites
    .query()
    .innerJoin('scan', 'scan.site_num', 'site.num')
    .where('site.id', 'in', siteIds)
    .where('scan.num', '=', (eb) =>
      eb
        .selectFrom('scan as later')
        .whereRef('later.site_num', '=', 'site.num')
        .where('later.state', 'in', ['succeeded', 'partial'])
        .select((max) => max.fn.max('later.num').as('num')),
    )
    .select(['site.id', 'scan.tally'])
    .execute()
  return new Map(rows.map((row) => [row.id, scoreIn(row)]))
}
