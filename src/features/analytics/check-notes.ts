import type { CheckStates } from '../../../db/facts/check-states.ts'
import { flattenFilters } from '../../../db/facts/fact-query.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import { metricOf } from './metrics.ts'
import { noteOnOrder, notesOnBuckets } from './notes.ts'
import { totalFactQuery } from './plan-query.ts'
import type { AnalyticsResult } from './query.ts'
import type { QueryRun } from './query-run.ts'
import type { RateCertainty } from './rate-certainty.ts'

/** Counts the answers of engines that a query leaves out, and those that its numbers rest on. */
export const readStates = (run: QueryRun): Promise<CheckStates> =>
  run.site.checkStates(totalFactQuery(run, run.range))

/** Says of numbers about answers of engines which answers they leave out, and how sure they are. */
export function notesOnChecks(
  run: QueryRun,
  states: CheckStates,
  certainty: RateCertainty | null,
): string[] {
  return [
    ...(states.isCounted ? [] : [noteOnNone(run)]),
    ...noteOnStates(states),
    ...noteOnBranded(run, states),
    ...noteOnAccess(run, states),
    ...noteOnTags(run),
    ...noteOnOrder(run),
    ...notesOnBuckets(run),
    ...(certainty ? notesOnCertainty(run, certainty) : []),
  ]
}

function noteOnStates({ byState }: CheckStates): string[] {
  const found = Object.entries(byState).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const all = found.reduce((sum, [, checks]) => sum + checks, 0)
  if (all === 0) return []
  const parts = found.map(([state, checks]) => `${checks} ${state}`).join(', ')
  return [`${pluralize(all, 'check')} without an answer to count: ${parts}`]
}

/**
 * Returns the note of a query without answers. It shows the filters, so that a misspelt value is not read as if engines
 * had not been asked.
 */
const noteOnNone = ({ query }: QueryRun): string =>
  query.filters.length === 0
    ? 'engines have given no answer to count in these days'
    : 'engines have given no answer to count in these days that has what the filters name'

/**
 * Says that answers are invented, if a filter names the engine `fake`, or else that an API was asked, if one was.
 * Invented answers count only if their engine is named.
 */
function noteOnAccess({ query }: QueryRun, { isByApi }: CheckStates): string[] {
  const isFake = flattenFilters(query.filters).some(
    ({ dimension, op, values }) =>
      dimension === 'engine' && op !== 'is_not' && values.includes('fake'),
  )
  if (isFake) return ['answers of the engine fake are invented']
  return isByApi ? ['an API answers otherwise than the app of an engine'] : []
}

/**
 * Says that questions that name the brand are left out, and how many checks these have; they would make every rate look
 * better than it is. Returns nothing for a query that filters by `branded`.
 */
function noteOnBranded({ query, plan }: QueryRun, { branded }: CheckStates): string[] {
  if (flattenFilters(query.filters).some(({ dimension }) => dimension === 'branded')) return []
  const count = branded > 0 ? `, ${pluralize(branded, 'check')} here` : ''
  return plan.dimensions.includes('branded')
    ? ['totals leave out questions that name the brand (branded is true)']
    : [`branded is false: questions that name the brand are left out${count}`]
}

const noteOnTags = ({ plan }: QueryRun): string[] =>
  plan.dimensions.includes('tag') ? ['a question of several tags counts under each'] : []

function notesOnCertainty({ plan }: QueryRun, { moreRuns }: RateCertainty): string[] {
  const rate = plan.metrics.find((id) => metricOf(id).unit === 'ratio')
  if (rate === undefined) return []
  const needed =
    moreRuns === null
      ? []
      : moreRuns === 0
        ? [`${rate}: a change by ten points would be seen with as many runs`]
        : [`${rate}: a change by ten points would be seen with ${pluralize(moreRuns, 'more run')}`]
  return ['intervals are over runs, whose answers resemble each other', ...needed]
}

/**
 * Grades how much numbers over checks can support, by the questions, engines and runs that the first rate rests on;
 * without a rate the grade is `exploratory`.
 */
export function tierOfChecks({ restsOn }: RateCertainty): AnalyticsResult['sampleTier'] {
  if (!restsOn || restsOn.queries < 50) return 'exploratory'
  const { engines, runsPerCell, checksPerCell } = restsOn
  return engines >= 3 && runsPerCell >= 4 && checksPerCell >= 10 ? 'decision_grade' : 'directional'
}
