import type { CheckRate } from '../../../db/facts/check-cells.ts'
import type { LabelledCell } from '../../../db/facts/check-certainty.ts'
import type { FactQuery } from '../../../db/facts/fact-query.ts'
import {
  comparePaired,
  notByChance,
  type PairedChange,
} from '../../domain/statistics/paired-change.ts'
import { judgedPair, type JudgedChange, NOT_A_RATE } from '../../kernel/verdicts/judged-change.ts'
import { loopTurns } from '../../lib/concurrency/loop-turns.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import { formatRange, type TimeRange } from '../../lib/time/time-range.ts'
import { alignedRows } from './aligned-rows.ts'
import type { AnsweredRows, PeriodComparison } from './compare-run.ts'
import { metricValue, type CountedRow } from './metric-value.ts'
import type { MetricId } from './metrics.ts'
import { groupedFactQuery, totalFactQuery } from './plan-query.ts'
import { readTotals, type QueryRun } from './query-run.ts'
import { checkRateOf, narrowedTo } from './rate-certainty.ts'

/**
 * Compares the answers of engines with those of the compared range. The change of a rate is judged by the questions,
 * engines and models that both ranges have. Counts are not judged, since they follow how often engines were asked.
 */
export async function compareChecks(
  run: QueryRun,
  { rows }: Pick<AnsweredRows, 'rows'>,
): Promise<PeriodComparison | null> {
  const { query, plan, before } = run
  if (!before) return null
  const totalsBefore = await readTotals(run, before)
  const earlier =
    query.dimensions.length === 0 ? [totalsBefore] : await alignedRows(run, before, rows)
  const totals = await judgeCheckTotals(run, before, plan.metrics)
  const verdicts = Object.fromEntries(
    [...totals].map(([id, change]) => [id, change ? judgedPair(change) : NOT_A_RATE]),
  )
  const ofRows = await judgeAnswered(run, before, rows, verdicts)
  const valuesOf = (row: CountedRow) =>
    plan.metrics.map((id) => metricValue(id, row, plan.dimensions))
  const [first] = plan.metrics
  return {
    result: {
      range: formatRange(before),
      scale: 1,
      areCounts: false,
      totals: Object.fromEntries(
        plan.metrics.map((id) => [id, metricValue(id, totalsBefore, plan.dimensions)]),
      ),
      verdicts,
      rows: earlier.map((row) => (row ? valuesOf(row) : null)),
      rowVerdicts: ofRows.changes,
      judgedTogether: { totals: 1, rows: ofRows.lookedAt },
      marks: [],
    },
    notes: [
      ...(first === undefined ? [] : notesOnPairs(first, totals.get(first) ?? null)),
      ...(ofRows.lookedAt > 1 ? [noteOnMany(ofRows.lookedAt)] : []),
      // Each of several metrics has its own reason; notes are on the first.
      ...notesOnFew(ofRows.changes),
    ],
  }
}

/** Judges the change of a metric as a whole; null for a metric that is not a rate. */
export async function judgeCheckTotal(
  run: QueryRun,
  before: TimeRange,
  id: MetricId,
): Promise<PairedChange | null> {
  return (await judgeCheckTotals(run, before, [id])).get(id) ?? null
}

async function judgeCheckTotals(
  run: QueryRun,
  before: TimeRange,
  ids: readonly MetricId[],
): Promise<Map<MetricId, PairedChange | null>> {
  const rated = ids.flatMap((id) => {
    const rate = checkRateOf(id)
    return rate ? [{ id, rate }] : []
  })
  const rates = rated.map(({ rate }) => rate)
  const [earlier, later] = await bothSides(run, [before, run.range], rates, (range) =>
    totalFactQuery(run, range),
  )
  // Ten thousand draws take up to ten milliseconds.
  const sides = rated.map(({ id }, i) => ({
    id,
    cells: [earlier[i] ?? [], later[i] ?? []] as const,
  }))
  const changes = await loopTurns.map(sides, ({ id, cells }) => ({
    id,
    change: comparePaired(...cells),
  }))
  return new Map([
    ...ids.map((id) => [id, null] as const),
    ...changes.map(({ id, change }) => [id, change] as const),
  ])
}

async function bothSides(
  { site }: QueryRun,
  [before, now]: readonly [TimeRange, TimeRange],
  rates: readonly CheckRate[],
  queryOf: (range: TimeRange) => FactQuery,
): Promise<readonly [LabelledCell[][], LabelledCell[][]]> {
  return Promise.all([
    site.periodCells(queryOf(before), rates),
    site.periodCells(queryOf(now), rates),
  ])
}

/** Judges the change of the first metric in each row; the rows of a series over time are not judged. */
async function judgeAnswered(
  run: QueryRun,
  before: TimeRange,
  rows: AnsweredRows['rows'],
  ofTotals: Readonly<Record<string, JudgedChange>>,
): Promise<{ changes: JudgedChange[]; lookedAt: number }> {
  const { plan, query } = run
  const [first] = plan.metrics
  if (first === undefined || plan.grain !== null) return { changes: [], lookedAt: 0 }
  if (query.dimensions.length === 0) {
    return { changes: [ofTotals[first]].flatMap((one) => one ?? []), lookedAt: 0 }
  }
  const narrowed = { ...run, query: narrowedTo(run, rows) }
  return judgeCheckRows(
    narrowed,
    before,
    first,
    rows.map(({ labels }) => labels),
  )
}

/** Judges the change of one metric in each group of a query, all of them as one list. */
export async function judgeCheckRows(
  run: QueryRun,
  before: TimeRange,
  id: MetricId,
  rows: readonly (readonly string[])[],
): Promise<{ changes: JudgedChange[]; lookedAt: number }> {
  const rate = checkRateOf(id)
  if (!rate) return { changes: rows.map(() => NOT_A_RATE), lookedAt: 0 }
  const sides = await bothSides(run, [before, run.range], [rate], (range) =>
    groupedFactQuery(run, range),
  )
  const [earlier, later] = sides.map(([cells = []]) => byLabels(cells))
  // Ten thousand draws take up to ten milliseconds.
  const changes = await loopTurns.map(rows, (labels) => {
    const key = JSON.stringify(labels)
    return comparePaired(earlier?.get(key) ?? [], later?.get(key) ?? [])
  })
  return {
    changes: notByChance(changes).map(judgedPair),
    lookedAt: changes.filter(({ p }) => p !== null).length,
  }
}

function byLabels(cells: readonly LabelledCell[]): Map<string, LabelledCell[]> {
  const found = new Map<string, LabelledCell[]>()
  for (const cell of cells) {
    const key = JSON.stringify(cell.labels)
    const known = found.get(key)
    if (known) known.push(cell)
    else found.set(key, [cell])
  }
  return found
}

export const noteOnMany = (lookedAt: number): string =>
  `${lookedAt} changes were judged together: about one in ten named is so by chance`

/**
 * Says which of questions, engines and models differ between the ranges, and how a rate changed over what both have;
 * for a metric that is not a rate, that callers should compare rates.
 */
export function notesOnPairs(id: MetricId, change: PairedChange | null): string[] {
  if (!change) return ['counts follow how often engines were asked: compare rates']
  const { difference, queries, changed } = change
  const points = difference === null ? null : (100 * difference).toFixed(1)
  const isRate = checkRateOf(id)?.whole === 'checks' && id.endsWith('_rate')
  return [
    ...(changed.length > 0
      ? [`${changed.join(', ')} changed between the ranges: verdicts are on what both have`]
      : []),
    ...(isRate && points !== null
      ? [
          `${id} of what both ranges have: ${Number(points) > 0 ? '+' : ''}${points} points over ${pluralize(queries, 'question')}`,
        ]
      : []),
  ]
}

/** Says why some of the changes have no verdict; nothing where each has one. */
export function notesOnFew(changes: readonly JudgedChange[]): string[] {
  const has = (reason: JudgedChange['reason']): boolean =>
    changes.some((one) => one.reason === reason)
  return [
    ...(has('few_queries')
      ? ['insufficient_data: a verdict needs five questions of both ranges']
      : []),
    ...(has('few_runs')
      ? ['insufficient_data: one question alone needs seven runs of each range']
      : []),
    ...(has('engines') || has('models') || has('queries')
      ? ['not_comparable: the ranges have too few questions, engines and models in common']
      : []),
  ]
}
