import type { FactRow } from '../../../db/facts/fact-query.ts'
import { comparability, type Comparability } from '../../domain/statistics/comparability.ts'
import { keptMonthsOf } from '../../kernel/verdicts/kept-days.ts'
import { compareSite, type SiteComparison } from '../../kernel/verdicts/site-comparison.ts'
import type { SiteQuestion } from '../../kernel/reads/site-question.ts'
import { alignedRows, placesOf } from './aligned-rows.ts'
import type { CountedRow } from './metric-value.ts'
import { groupedFactQuery } from './plan-query.ts'
import { type QueryRun, readTotals, startQueryRun } from './query-run.ts'
import { notesOnRun, readFacts } from './run-query.ts'
import { MAX_SUMMED, type SitesPlan } from './sites-plan.ts'
import { understandFilters } from './understand-filters.ts'

/** The counts of one site that a query about several sites asks for. */
export interface CountedSite {
  run: QueryRun
  totals: CountedRow
  /** The totals of the compared range, and how the ranges compare; undefined where nothing is compared. */
  before: { totals: CountedRow; sides: Comparability; comparison: SiteComparison } | undefined
  firstDay: number | undefined
  lastEventAt: number | undefined
  notes: string[]
}

/** The groups of one site, as a query about several sites reads them. */
export interface SiteGroups {
  rows: readonly FactRow[]
  /**
   * The groups of the compared range, each moved to the bucket at the same place of the range; undefined where nothing
   * is compared.
   */
  before: readonly FactRow[] | undefined
  /** True where the site has more groups than were read. */
  isCut: boolean
}

/** Reads the counts of one site for a query about several. Throws as `startQueryRun`. */
export async function readSite(
  { ctx, site, now, minAskers, isOneOfSeveral }: SiteQuestion,
  plan: SitesPlan,
): Promise<{ counted: CountedSite; groups: SiteGroups }> {
  const { filters, notes } = await understandFilters(site, plan.query.filters, { isOneOfSeveral })
  const { firstDay, lastEventAt } = await site.dataSpan()
  const query = { ...plan.query, filters }
  const services = { now, minAskers, keptMonths: keptMonthsOf(ctx) }
  const run = await startQueryRun(site, query, services, firstDay)
  const grouped = groupedFactQuery(run, run.range)
  const { totals, facts } = await readFacts(run, grouped)
  const rows = facts.slice(0, query.limit)
  const before = await readBefore(run, rows, { isBySite: plan.isBySite, firstDay })
  const counted = {
    run,
    totals,
    before: before && { ...before.whole, sides: before.sides },
    firstDay,
    lastEventAt,
    notes: [...notes, ...(await notesOnRun(run, totals, grouped)), ...(before?.sides.notes ?? [])],
  }
  return { counted, groups: { rows, before: before?.rows, isCut: facts.length > query.limit } }
}

async function readBefore(
  run: QueryRun,
  rows: readonly FactRow[],
  { isBySite, firstDay }: { isBySite: boolean; firstDay: number | undefined },
) {
  const { before, range, zone, now, query, site } = run
  if (!before) return undefined
  const sides = comparability({ range, before, zone, now, firstDay })
  const totals = await readTotals(run, before)
  const whole = { totals, comparison: await compareSite(site, { ...run, before }) }
  if (query.dimensions.length === 0) {
    return { whole, sides, rows: [{ bucket: null, labels: [], key: [], ...totals }] }
  }
  if (isBySite) {
    const aligned = await alignedRows(run, before, rows)
    const found = rows.flatMap(({ bucket }, i) => {
      const row = aligned[i]
      return row ? [{ ...row, bucket }] : []
    })
    return { whole, sides, rows: found }
  }
  // A group that is added up over sites may have happened on this site in only one of the two ranges.
  const asked = groupedFactQuery(run, before)
  const found = await run.site.facts({ ...asked, limit: MAX_SUMMED })
  return { whole, sides, rows: withPlaces(run, found) }
}

/**
 * Moves groups of the compared range into the buckets at the same places of the range; those without such a bucket are
 * dropped.
 */
function withPlaces(run: QueryRun, rows: readonly FactRow[]): FactRow[] {
  const { before, plan, range } = run
  if (plan.grain === null || !before) return [...rows]
  const places = placesOf(run, before)
  const buckets = [...placesOf(run, range).keys()]
  return rows.flatMap((row) => {
    const place = row.bucket === null ? undefined : places.get(row.bucket)
    const bucket = place === undefined ? undefined : buckets[place]
    return bucket === undefined ? [] : [{ ...row, bucket }]
  })
}
