import type { FactDimension } from '../../../db/facts/dimensions.ts'
import { judgedPair, NOT_A_RATE } from '../../kernel/verdicts/judged-change.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import {
  judgeCheckRows,
  judgeCheckTotal,
  noteOnMany,
  notesOnFew,
  notesOnPairs,
} from './compare-checks.ts'
import { notesOnChecks, readStates } from './check-notes.ts'
import {
  type Change,
  type Explanation,
  explanationOf,
  labelsOf,
  MAX_VALUES,
  readComparedRows,
} from './drivers.ts'
import { planQuery } from './plan-query.ts'
import type { QueryRun } from './query-run.ts'

/**
 * Judges the change of a metric of engines' answers. Counts are not judged, since they follow how often the owner has
 * engines asked.
 */
export async function judgedOnChecks(
  run: QueryRun,
  before: TimeRange,
  change: Change,
): Promise<Change> {
  const pair = await judgeCheckTotal(run, before, change.metric)
  return { ...change, pair, judged: pair ? judgedPair(pair) : NOT_A_RATE }
}

/**
 * Splits a change of a metric of engines' answers by the values of a dimension; each value is judged by what both
 * ranges have of it.
 */
export async function explainChecks(
  run: QueryRun,
  before: TimeRange,
  dimension: FactDimension,
  change: Change,
): Promise<Explanation> {
  const rows = await readComparedRows(run, before, dimension)
  const labels = labelsOf(rows)
  const query = { ...run.query, dimensions: [dimension], limit: MAX_VALUES }
  const plan = planQuery(query, run.plan.minAskers)
  const asked = labels.map((label) => [label])
  const of = { ...run, query, plan }
  const { changes, lookedAt } = await judgeCheckRows(of, before, change.metric, asked)
  const verdicts = new Map(
    labels.map((label, i) => [label, { judged: changes[i] ?? NOT_A_RATE, isCause: false }]),
  )
  return explanationOf(dimension, rows, change, { of: verdicts, lookedAt })
}

/** Says by which questions, engines and models the change of a metric of engines' answers was judged. */
export async function notesOnCheckChange(
  run: QueryRun,
  { metric, pair, judged }: Change,
  found: readonly Explanation[],
): Promise<string[]> {
  const lookedAt = Math.max(0, ...found.map((one) => one.lookedAt))
  const changes = found.flatMap(({ drivers }) => drivers.map((one) => one.judged))
  return [
    ...notesOnPairs(metric, pair ?? null),
    ...notesOnFew([judged, ...changes]),
    ...(lookedAt > 1 ? [noteOnMany(lookedAt)] : []),
    ...notesOnChecks(run, await readStates(run), null),
  ]
}
