import type { FactRow } from '../../../db/facts/fact-query.ts'
import { notesOnChecks, readStates, tierOfChecks } from './check-notes.ts'
import { compareChecks } from './compare-checks.ts'
import { checkFreshness } from './data-freshness.ts'
import type { CountedRow } from './metric-value.ts'
import type { AnalyticsResult } from './query.ts'
import type { QueryRun } from './query-run.ts'
import { readCertainty } from './rate-certainty.ts'

/** The fields of an answer that say how sure its numbers are, how they changed, and how they must not be read. */
export type AnswerCertainty = Pick<
  AnalyticsResult,
  'intervals' | 'rowIntervals' | 'comparison' | 'notes' | 'sampleTier' | 'dataFreshness'
>

/** Reads how sure numbers about the answers of engines are, how they changed, and the notes that explain both. */
export async function certaintyOfChecks(
  run: QueryRun,
  totals: CountedRow,
  rows: readonly FactRow[],
): Promise<AnswerCertainty> {
  const certainty = await readCertainty(run, totals, rows)
  const states = await readStates(run)
  const comparison = await compareChecks(run, { rows })
  return {
    intervals: certainty.intervals,
    rowIntervals: certainty.rowIntervals,
    comparison: comparison?.result ?? null,
    notes: [...notesOnChecks(run, states, certainty), ...(comparison?.notes ?? [])],
    sampleTier: tierOfChecks(certainty),
    dataFreshness: await checkFreshness(run.site),
  }
}
