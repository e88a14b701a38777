import type { Measure } from '../../../db/facts/fact-query.ts'

interface Metric {
  unit: 'count' | 'ratio'
  meaning: string
  formula: string
  /** What is counted, and for a ratio what it is divided by. */
  measure: Measure
  per?: Measure
}

/** Every metric with its definition; documentation and tools are generated from it. Source: the event kinds of `/collect`. */
export const METRICS = {
  impressions: {
    unit: 'count',
    meaning: 'Times that the widget was seen',
    formula: 'events of kind impression',
    measure: 'impressions',
  },
  ai_clicks: {
    unit: 'count',
    meaning: 'Times that a reader opened an AI engine from the page',
    formula: 'events of kind ai_click',
    measure: 'ai_clicks',
  },
  shares: {
    unit: 'count',
    meaning: 'Times that a reader took content away without opening an engine',
    formula: 'events of kind share',
    measure: 'shares',
  },
  questions: {
    unit: 'count',
    meaning: 'Questions that readers asked',
    formula: 'events of kind question',
    measure: 'questions',
  },
  ai_referrals: {
    unit: 'count',
    meaning: 'Visits that came from an AI assistant',
    formula: 'events of kind referral',
    measure: 'ai_referrals',
  },
  visitors: {
    unit: 'count',
    meaning: 'Distinct readers of each day, summed over days',
    formula: 'sum of daily distinct visitors',
    measure: 'visitors',
  },
  ai_ctr: {
    unit: 'ratio',
    meaning: 'AI clicks for each impression',
    formula: 'ai_clicks / impressions',
    measure: 'ai_clicks',
    per: 'impressions',
  },
  share_rate: {
    unit: 'ratio',
    meaning: 'Shares for each impression',
    formula: 'shares / impressions',
    measure: 'shares',
    per: 'impressions',
  },
  question_rate: {
    unit: 'ratio',
    meaning: 'Questions for each impression',
    formula: 'questions / impressions',
    measure: 'questions',
    per: 'impressions',
  },
} as const satisfies Record<string, Metric>

export type MetricId = keyof typeof METRICS

// @NOTE the keys of a literal; Object.keys forgets their type.
export const METRIC_IDS = Object.keys(METRICS) as [MetricId, ...MetricId[]]

export const metricOf = (id: MetricId): Metric => METRICS[id]

/** The measures that the metrics are made of, each once. */
export function measuresFor(metrics: readonly MetricId[]): Measure[] {
  const measures = metrics.flatMap((id) => {
    const { measure, per } = metricOf(id)
    return per ? [measure, per] : [measure]
  })
  return [...new Set(measures)]
}

/** A metric's value: null, never 0, where there is nothing to divide by. */
export function metricValue(
  id: MetricId,
  values: Readonly<Record<Measure, number>>,
): number | null {
  const { measure, per } = metricOf(id)
  if (!per) return values[measure]
  return values[per] === 0 ? null : values[measure] / values[per]
}
