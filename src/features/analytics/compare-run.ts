import type { FactRow } from '../../../db/facts/fact-query.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { type Comparability, comparability } from '../../domain/statistics/comparability.ts'
import { compareSite } from '../../kernel/verdicts/site-comparison.ts'
import { judgedChange } from '../../kernel/verdicts/judged-change.ts'
import { notesOnVerdicts } from '../../kernel/verdicts/notes-on-verdicts.ts'
import { toldMarks } from './told-marks.ts'
import { alignedRows } from './aligned-rows.ts'
import { ComparedSites } from './compared-sites.ts'
import { judgeTotals } from './judge-changes.ts'
import { type Compared, judgeListed } from './judge-listed.ts'
import { countingInterval, metricValue, type CountedRow } from './metric-value.ts'
import type { MetricId } from './metrics.ts'
import type { AnalyticsResult } from './query.ts'
import { NO_COUNTS, readTotals, type QueryRun } from './query-run.ts'

export interface PeriodComparison {
  result: NonNullable<AnalyticsResult['comparison']>
  notes: string[]
}

/** The rows of an answer that compares, with the rows among which they are judged. */
export interface AnsweredRows {
  rows: readonly FactRow[]
  /**
   * All rows that exist, or the largest ones, the rows of the answer among them; undefined where others may be larger.
   */
  listed: readonly FactRow[] | undefined
}

/**
 * Reads the compared range: its totals, and for each row the row at the same place in time with the same labels, with a
 * verdict on each change. Null where nothing is compared.
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
  const listedBefore =
    query.dimensions.length === 0
      ? [totalsBefore]
      : await alignedRows(run, before, answered.listed ?? rows)
  const earlier = listedBefore.slice(0, Math.max(1, rows.length))
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
  const ofRows = await judgeAnswered(compared, answered, listedBefore, verdicts)
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

/** Judges the change of the first metric in each row; the rows of a series over time are not judged. */
async function judgeAnswered(
  compared: Compared & { sides: Comparability },
  { rows, listed }: AnsweredRows,
  earlier: readonly (CountedRow | null)[],
  ofTotals: NonNullable<AnalyticsResult['comparison']>['verdicts'],
) {
  const { plan, query } = compared.run
  const [first] = plan.metrics
  if (first === undefined || plan.grain !== null) return { changes: [], lookedAt: 0 }
  if (query.dimensions.length === 0) {
    return { changes: [ofTotals[first]].flatMap((one) => one ?? []), lookedAt: 0 }
  }
  const sided = (listed ?? rows).map((row, i) => ({
    labels: row.labels,
    now: row,
    before: earlier[i] ?? NO_COUNTS,
  }))
  const own = { rows: sided.slice(0, rows.length), listed: listed && sided }
  const { judgements, lookedAt } = await judgeListed(compared, first, own)
  const changes = judgements.map((judgement, i) => {
    const { now = NO_COUNTS, before = NO_COUNTS } = sided[i] ?? {}
    const interval = countingInterval(first, [now, before], plan.dimensions, compared.sides)
    return judgedChange(judgement, interval)
  })
  return { changes, lookedAt }
}

const valuesOf = ({ plan }: QueryRun, row: CountedRow) =>
  plan.metrics.map((id) => [id, metricValue(id, row, plan.dimensions)] as const)
