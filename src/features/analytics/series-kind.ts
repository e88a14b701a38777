import { EVENT_KINDS } from '../../domain/events/event-kinds.ts'
import type { SeriesKind } from '../../domain/verdicts/change.ts'
import type { Counted } from '../../kernel/verdicts/site-comparison.ts'
import { type Measure, measureRuleOf } from '../../../db/facts/measures.ts'
import { isOfQuestions, measuresOf, type MetricId, metricOf } from './metrics.ts'

/**
 * Returns the kind of series by which a metric is judged: `count` for a measure, `proportion` for a share and for a
 * rate of readers or visits, `rate` for a mean and for a rate of events, which may exceed 1.
 */
export function seriesKindOf(id: MetricId): SeriesKind {
  const { value } = metricOf(id)
  switch (value.by) {
    case 'measure':
      return 'count'
    case 'share':
      return 'proportion'
    case 'ratio':
      return countsPeople(value.numerator) ? 'proportion' : 'rate'
    case 'mean':
      return 'rate'
  }
}

/** True for a measure of readers or visits, each of which counts once; an AI referral is a visit. */
function countsPeople(measure: Measure): boolean {
  const rule = measureRuleOf(measure)
  return rule.by !== 'events' || rule.kind === 'referral'
}

/**
 * Returns the number of the kind of event of which one reader may make several; undefined for a metric of readers and
 * visits. For a proportion that is the kind of its trials, else the kind of its events.
 */
export function eventKindOf(id: MetricId): number | undefined {
  const measures = measuresOf(id)
  const measure = seriesKindOf(id) === 'proportion' ? (measures[1] ?? measures[0]) : measures[0]
  if (measure === undefined || countsPeople(measure)) return undefined
  const rule = measureRuleOf(measure)
  return rule.by === 'events' ? EVENT_KINDS[rule.kind] : undefined
}

export const countedBy = (id: MetricId): Counted =>
  measuresOf(id).some(isOfQuestions) ? 'questions' : 'others'
