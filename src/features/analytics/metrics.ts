import type { FactValue } from '../../../db/facts/fact-query.ts'
import type { FactDimension } from '../../../db/facts/dimensions.ts'
import type { Measure } from '../../../db/facts/measures.ts'
import { CHECK_METRICS } from './check-metrics.ts'

type MetricValue =
  | Exclude<FactValue, { by: 'share' }>
  /** A share of all rows that differ from the row only in one dimension: the first of `across` that the query has. */
  | { by: 'share'; measure: Measure; across: readonly FactDimension[] }

export interface Metric {
  /** The kind of number. A mean is of numbers that have a scale of their own, and has no interval. */
  unit: 'count' | 'ratio' | 'mean'
  meaning: string
  formula: string
  /** The origin of the numbers, or of the definition. */
  source: string
  /** True for a metric that a query counts if it names no metric. */
  isDefault?: true
  /** True for a metric that the daily sums hold, so that an overview can always show it. */
  inOverview?: true
  /** Dimensions by which the metric says nothing, though the measures that it is made of have them. */
  without?: readonly FactDimension[]
  value: MetricValue
}

const EVENTS = 'events of POST /collect'
const WIDGET = 'events of POST /collect; event-based rate'

/** Every metric with its definition; the reference, `describe_data` and the legality rules are made from it. */
export const METRICS = {
  impressions: {
    unit: 'count',
    isDefault: true,
    inOverview: true,
    meaning: 'Times that the widget was seen',
    formula: 'events of kind impression',
    source: EVENTS,
    value: { by: 'measure', measure: 'impressions' },
  },
  ai_clicks: {
    unit: 'count',
    isDefault: true,
    inOverview: true,
    meaning: 'Times that a reader opened an AI engine from the page',
    formula: 'events of kind ai_click',
    source: EVENTS,
    value: { by: 'measure', measure: 'ai_clicks' },
  },
  shares: {
    unit: 'count',
    isDefault: true,
    inOverview: true,
    meaning: 'Times that a reader took content away without opening an engine',
    formula: 'events of kind share',
    source: EVENTS,
    value: { by: 'measure', measure: 'shares' },
  },
  questions: {
    unit: 'count',
    isDefault: true,
    inOverview: true,
    meaning: 'Questions that readers asked',
    formula: 'events of kind question',
    source: EVENTS,
    value: { by: 'measure', measure: 'questions' },
  },
  ai_referrals: {
    unit: 'count',
    isDefault: true,
    inOverview: true,
    meaning: 'Visits that came from an AI assistant, as far as they can be seen',
    formula: 'events of kind referral',
    source: 'events of POST /collect; referrer host or utm_source, so a floor',
    value: { by: 'measure', measure: 'ai_referrals' },
  },
  visitors: {
    unit: 'count',
    isDefault: true,
    inOverview: true,
    meaning: 'Distinct readers of each day, summed over days',
    formula: 'sum of daily distinct visitors',
    source: 'daily salted hash, as Plausible and GoatCounter count them',
    value: { by: 'measure', measure: 'visitors' },
  },
  ai_ctr: {
    unit: 'ratio',
    isDefault: true,
    inOverview: true,
    meaning: 'AI clicks for each impression',
    formula: 'ai_clicks / impressions',
    source: WIDGET,
    value: { by: 'ratio', numerator: 'visit_clicks', denominator: 'impressions' },
  },
  share_rate: {
    unit: 'ratio',
    isDefault: true,
    inOverview: true,
    meaning: 'Shares for each impression',
    formula: 'shares / impressions',
    source: WIDGET,
    value: { by: 'ratio', numerator: 'visit_shares', denominator: 'impressions' },
  },
  question_rate: {
    unit: 'ratio',
    isDefault: true,
    inOverview: true,
    meaning: 'Questions for each impression',
    formula: 'questions / impressions',
    source: WIDGET,
    value: { by: 'ratio', numerator: 'visit_questions', denominator: 'impressions' },
  },
  ai_click_rate: {
    unit: 'ratio',
    inOverview: true,
    meaning: 'Readers who opened an AI engine among those who saw the widget',
    formula: 'visitors with ai_click / visitors with impression',
    source: 'daily distinct visitors, summed',
    value: { by: 'ratio', numerator: 'clickers', denominator: 'viewers' },
  },
  engagement_rate: {
    unit: 'ratio',
    inOverview: true,
    meaning: 'Readers who clicked, shared or asked among those who saw the widget',
    formula: 'visitors with ai_click, share or question / visitors with impression',
    source: 'daily distinct visitors, summed',
    value: { by: 'ratio', numerator: 'engaged', denominator: 'viewers' },
  },
  return_rate: {
    unit: 'ratio',
    inOverview: true,
    meaning: 'Readers who came back from the engine that they opened, on the same day',
    formula: 'readers and engines with a referral up to 24 h after an ai_click / with an ai_click',
    source: 'within one day, because a reader is not known the next day',
    value: { by: 'ratio', numerator: 'returned', denominator: 'opened' },
  },
  sessions: {
    unit: 'count',
    inOverview: true,
    meaning: 'Visits: stretches of a reader’s events with no pause over 30 minutes',
    formula: 'events without an earlier one of the same reader within 30 minutes, by local day',
    source: 'the 30-minute rule of web analytics; midnight ends a session',
    value: { by: 'measure', measure: 'sessions' },
  },
  pageviews: {
    unit: 'count',
    inOverview: true,
    meaning: 'Page views, where the site sends them',
    formula: 'events of kind pageview',
    source: EVENTS,
    value: { by: 'measure', measure: 'pageviews' },
  },
  ai_referral_share: {
    unit: 'ratio',
    inOverview: true,
    meaning: 'Part of the sessions that came from an AI assistant; only with page views',
    formula: 'ai_referrals / sessions',
    source: EVENTS,
    // Of the visits that came from an engine, all came from one.
    without: ['engine', 'operator'],
    value: {
      by: 'ratio',
      numerator: 'ai_referrals',
      denominator: 'sessions',
      needs: 'pageviews',
    },
  },
  target_mix: {
    unit: 'ratio',
    meaning: 'Part of the AI clicks that went to this engine',
    formula: 'ai_clicks of the row / ai_clicks of all engines',
    source: EVENTS,
    value: { by: 'share', measure: 'ai_clicks', across: ['engine', 'operator'] },
  },
  topic_share: {
    unit: 'ratio',
    meaning: 'Part of the questions that are about this topic',
    formula: 'questions of the row / questions of all topics',
    source: EVENTS,
    value: { by: 'share', measure: 'questions', across: ['topic'] },
  },
  prompt_ctr: {
    unit: 'ratio',
    meaning: 'AI clicks for each impression, of widgets that name their prompt',
    formula: 'ai_clicks with a prompt / impressions with a prompt',
    source: WIDGET,
    value: { by: 'ratio', numerator: 'prompted_clicks', denominator: 'prompted_impressions' },
  },
  prompt_share_rate: {
    unit: 'ratio',
    meaning: 'Shares for each impression, of widgets that name their prompt',
    formula: 'shares with a prompt / impressions with a prompt',
    source: WIDGET,
    value: { by: 'ratio', numerator: 'prompted_shares', denominator: 'prompted_impressions' },
  },
  ...CHECK_METRICS,
} as const satisfies Record<string, Metric>

export type MetricId = keyof typeof METRICS

// @NOTE the keys of a literal; Object.keys forgets their type.
export const METRIC_IDS = Object.keys(METRICS) as [MetricId, ...MetricId[]]

export const metricOf = (id: MetricId): Metric => METRICS[id]

/** The metrics of a query about events that names none; its dimensions may forbid some of them. */
export const DEFAULT_METRICS: readonly MetricId[] = METRIC_IDS.filter(
  (id) => metricOf(id).isDefault,
)

/** The metrics of a query about engines' answers that names none. */
export const DEFAULT_CHECK_METRICS: readonly MetricId[] = [
  'citation_checks',
  'citation_rate',
  'mention_rate',
  'citations',
  'sources',
]

/** The metrics of an overview. */
export const OVERVIEW_METRICS: readonly MetricId[] = METRIC_IDS.filter(
  (id) => metricOf(id).inOverview,
)

/** Returns the measures that a metric is computed from. */
export function measuresOf(id: MetricId): Measure[] {
  const { value } = metricOf(id)
  if (value.by === 'mean') return [value.sum, value.of]
  if (value.by !== 'ratio') return [value.measure]
  const { numerator, denominator, needs } = value
  return needs ? [numerator, denominator, needs] : [numerator, denominator]
}

/** Returns how the query layer computes a metric in a query by these dimensions. */
export function factValue(id: MetricId, dimensions: readonly FactDimension[]): FactValue {
  const { value } = metricOf(id)
  if (value.by !== 'share') return value
  const across = value.across.find((dimension) => dimensions.includes(dimension))
  return across
    ? { by: 'share', measure: value.measure, across }
    : { by: 'measure', measure: value.measure }
}

/** True for a measure that counts questions. */
export const isOfQuestions = (measure: Measure): boolean =>
  measure === 'questions' || measure === 'visit_questions'
