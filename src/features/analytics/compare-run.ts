import { NO_VALUE } from '../../../db/facts/dimensions.ts'
import type { FactRow } from '../../../db/facts/fact-query.ts'
import { formatRange, type TimeRange } from '../../lib/time/time-range.ts'
import { type Comparability, comparability } from '../../domain/statistics/comparability.ts'
import { compareSite } from '../../kernel/verdicts/site-comparison.ts'
import { judgedChange } from '../../kernel/verdicts/judged-change.ts'
import { notesOnVerdicts } from '../../kernel/verdicts/notes-on-verdicts.ts'
import { toldMarks } from './told-marks.ts'
import { bucketsOf } from './buckets.ts'
import { ComparedSites } from './compared-sites.ts'
import { judgeTotals } from './judge-changes.ts'
import { type Compared, judgeListed } from './judge-listed.ts'
import { countingInterval, metricValue, type CountedRow } from './metric-value.ts'
import type { MetricId } from './metrics.ts'
import { groupedFactQuery } from './plan-query.ts'
import type { AnalyticsResult } from './query.ts'
import { NO_COUNTS, readTotals, type QueryRun } from './query-run.ts'

export interface PeriodComparison {
  result: NonNullable<AnalyticsResult['comparison']>
  notes: string[]
}

/** Rows of an answer, and whether they are all that there are. */
export interface AnsweredRows {
  rows: readonly FactRow[]
  areAll: boolean
}

/** Rows of the compared range that can be matched with the rows of an answer. */
const MAX_ROWS = 10_000

/**
 * Reads the compared range: its totals, and for each row the one that matches it (same place in time, same labels),
 * with a verdict on each change. Null where nothing is compared.
 */
export async function compareRun(
  run: QueryRun,
  totals: CountedRow,
  answered: AnsweredRows,
): Promise<PeriodComparison | null> {
  const { query, plan, zone, now, site, before } = run
  if (!before) return null
  const { firstDay } = await site.dataSpan()
  const sides = comparability({ range: run.range, before, zone, now, firstDay })
  const totalsBefore = await readTotals(run, before)
  const { rows } = answered
  const earlier =
    query.dimensions.length === 0 ? [totalsBefore] : await alignedRows(run, before, rows)
  const comparison = await compareSite(site, { ...run, before })
  const compared = { run, before, sites: new ComparedSites([{ run, comparison }]), sides }
  const ofTotals = await judgeTotals(compared.sites, plan.metrics, {
    now: totals,
    before: totalsBefore,
  })
  const verdicts = Object.fromEntries(
    Object.entries(ofTotals.judgements).map(([id, judgement]) => {
      // @NOTE the keys are the metrics of the plan.
      const interval = countingInterval(id as MetricId, [totals, totalsBefore], [], sides)
      return [id, judgedChange(judgement, interval)]
    }),
  )
  const ofRows = await judgeAnswered(compared, answered, earlier, verdicts)
  return {
    result: {
      range: formatRange(before),
      scale: sides.scale,
      areCounts: sides.areCounts,
      totals: Object.fromEntries(
        valuesOf(run, totalsBefore).map(([id, value]) => [id, sides.isBeforeData ? null : value]),
      ),
      verdicts,
      rows: earlier.map((row) =>
        row && !sides.isBeforeData ? valuesOf(run, row).map(([, value]) => value) : null,
      ),
      rowVerdicts: ofRows.changes,
      judgedTogether: { totals: ofTotals.lookedAt, rows: ofRows.lookedAt },
      marks: toldMarks(comparison.marks),
    },
    notes: [
      ...sides.notes,
      ...notesOnVerdicts({
        changes: query.dimensions.length === 0 ? Object.values(verdicts) : ofRows.changes,
        lookedAt: query.dimensions.length === 0 ? ofTotals.lookedAt : ofRows.lookedAt,
        marks: comparison.marks,
        hasToday: run.range.instants.toMs > now || before.instants.toMs > now,
      }),
    ],
  }
}

/** Judges the first metric of each row; moments of a series are not judged one by one. */
async function judgeAnswered(
  compared: Compared & { sides: Comparability },
  { rows, areAll }: AnsweredRows,
  earlier: readonly (CountedRow | null)[],
  ofTotals: NonNullable<AnalyticsResult['comparison']>['verdicts'],
) {
  const { plan, query } = compared.run
  const [first] = plan.metrics
  if (first === undefined || plan.grain !== null) return { changes: [], lookedAt: 0 }
  if (query.dimensions.length === 0) {
    return { changes: [ofTotals[first]].flatMap((one) => one ?? []), lookedAt: 0 }
  }
  const sided = rows.map((row, i) => ({
    labels: row.labels,
    now: row,
    before: earlier[i] ?? NO_COUNTS,
  }))
  const { judgements, lookedAt } = await judgeListed(compared, first, { rows: sided, areAll })
  const changes = judgements.map((judgement, i) => {
    const { now = NO_COUNTS, before = NO_COUNTS } = sided[i] ?? {}
    const interval = countingInterval(first, [now, before], plan.dimensions, compared.sides)
    return judgedChange(judgement, interval)
  })
  return { changes, lookedAt }
}

const valuesOf = ({ plan }: QueryRun, row: CountedRow) =>
  plan.metrics.map((id) => [id, metricValue(id, row, plan.dimensions)] as const)

/** Answers for each row its match in the compared range, or null. */
export async function alignedRows(
  run: QueryRun,
  before: TimeRange,
  rows: readonly FactRow[],
): Promise<(FactRow | null)[]> {
  if (rows.length === 0) return []
  const { query, plan, site } = run
  const filters = plan.dimensions.map((dimension, i) => ({
    dimension,
    op: 'in' as const,
    values: [...new Set(rows.map(({ labels }) => labels[i] ?? NO_VALUE))],
  }))
  const hasShares = plan.metrics.some((id) => id === 'target_mix' || id === 'topic_share')
  const narrowed = {
    ...query,
    having: [],
    // The whole of a share includes rows that this answer may not show, so rows are not filtered by label.
    filters: hasShares ? query.filters : [...query.filters, ...filters],
  }
  const facts = groupedFactQuery({ ...run, query: narrowed }, before)
  const found = await site.facts({ ...facts, limit: MAX_ROWS })
  const place = placesOf(run, run.range)
  const placeBefore = placesOf(run, before)
  const rowByPlace = new Map(found.map((row) => [keyOf(row, placeBefore), row]))
  return rows.map((row) => rowByPlace.get(keyOf(row, place)) ?? null)
}

/** Numbers buckets by their place in the range, so that the third day is compared with the third day. */
export function placesOf({ plan, zone }: QueryRun, range: TimeRange): Map<number, number> {
  const buckets = plan.grain ? bucketsOf(range, plan.grain, zone) : []
  return new Map(buckets.map((bucket, i) => [bucket, i]))
}

const keyOf = ({ bucket, labels }: FactRow, places: Map<number, number>): string =>
  JSON.stringify([bucket === null ? null : places.get(bucket), ...labels])
