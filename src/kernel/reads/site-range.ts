import type { SiteDb } from '../../../db/site-db.ts'
import { readPeriod } from '../../lib/time/read-period.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { resolveRange, type RangeInput } from './range.ts'

/** Resolves the days that a query means on a site, whose data may be needed to know: `all` begins with its first event. */
export async function siteRange(
  site: SiteDb,
  input: RangeInput,
  nowMs: number,
): Promise<TimeRange> {
  const isAll = readPeriod(input.range ?? '', 0) === 'all'
  const { firstDay } = isAll ? await site.dataSpan() : {}
  return resolveRange(input, site.row.rollup_timezone, nowMs, firstDay)
}
