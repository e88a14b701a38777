import {
  ANY_KIND,
  DERIVED_KINDS,
  EVENT_COUNTS,
  EVENT_KINDS,
  isVisitDimension,
  ROLLUP_DIMENSIONS,
  type CountedKind,
  type RollupDimension,
  type VisitCount,
} from '../../src/domain/events/event-kinds.ts'

type KindName = keyof typeof EVENT_KINDS

export type MeasureRule =
  /**
   * The measure counts events of one kind: with `prompted` only those that name a prompt, with `ofVisits` by the source
   * of their visit.
   */
  | { by: 'events'; kind: CountedKind; prompted?: true; ofVisits?: true }
  /**
   * The measure counts the visitors of each day, summed, who had an event of any of these kinds; an empty list means
   * all kinds.
   */
  | { by: 'visitors'; kinds: readonly KindName[] }
  /** The measure counts the events that begin a session. */
  | { by: 'sessions' }
  /**
   * The measure counts the pairs of visitor and engine of each day in which the visitor opened the engine, or came back
   * from it afterwards.
   */
  | { by: 'returns'; step: 'opened' | 'returned' }
  | CheckRule

/** The columns of a check whose values are added up. */
type CheckColumn =
  | 'is_cited'
  | 'is_mentioned'
  | 'brands_mentioned'
  | 'own_citations'
  | 'tracked_citations'
  | 'all_citations'
  | 'position'
  | 'rank_micros'
  | 'is_recommended'
  | 'sentiment_milli'

/**
 * The sources of a check that are counted: all cited ones, those of the site, those of the site and its competitors, or
 * those that the engine read and did not cite.
 */
export type SourceKind = 'cited' | 'own' | 'tracked' | 'retrieved'

/**
 * The rule of a measure over answers with the state `ok`: it counts each one, adds up a column, or counts those that
 * have a value in a column. A measure with `sources` can be divided by the dimensions of a source.
 */
type CheckRule = { by: 'checks'; sources?: SourceKind } & (
  { adds: 'each' | 'sources' } | { adds: 'column' | 'known'; column: CheckColumn }
)

/** The measures that metrics are made of, each with its rule; a new one here is counted by every source of counts. */
export const MEASURES = {
  impressions: { by: 'events', kind: 'impression' },
  ai_clicks: { by: 'events', kind: 'ai_click' },
  shares: { by: 'events', kind: 'share' },
  questions: { by: 'events', kind: 'question' },
  ai_referrals: { by: 'events', kind: 'referral' },
  pageviews: { by: 'events', kind: 'pageview' },
  visit_clicks: { by: 'events', kind: 'ai_click', ofVisits: true },
  visit_shares: { by: 'events', kind: 'share', ofVisits: true },
  visit_questions: { by: 'events', kind: 'question', ofVisits: true },
  prompted_impressions: { by: 'events', kind: 'impression', prompted: true },
  prompted_clicks: { by: 'events', kind: 'ai_click', prompted: true },
  prompted_shares: { by: 'events', kind: 'share', prompted: true },
  visitors: { by: 'visitors', kinds: [] },
  viewers: { by: 'visitors', kinds: ['impression'] },
  clickers: { by: 'visitors', kinds: ['ai_click'] },
  engaged: { by: 'visitors', kinds: ['ai_click', 'share', 'question'] },
  sessions: { by: 'sessions' },
  opened: { by: 'returns', step: 'opened' },
  returned: { by: 'returns', step: 'returned' },
  checks: { by: 'checks', adds: 'each' },
  cited_checks: { by: 'checks', adds: 'column', column: 'is_cited' },
  mentioned_checks: { by: 'checks', adds: 'column', column: 'is_mentioned' },
  checked_mentions: { by: 'checks', adds: 'known', column: 'is_mentioned' },
  brand_mentions: { by: 'checks', adds: 'column', column: 'brands_mentioned' },
  own_citations: { by: 'checks', adds: 'column', column: 'own_citations', sources: 'own' },
  tracked_citations: {
    by: 'checks',
    adds: 'column',
    column: 'tracked_citations',
    sources: 'tracked',
  },
  all_citations: { by: 'checks', adds: 'column', column: 'all_citations', sources: 'cited' },
  retrieved_sources: { by: 'checks', adds: 'sources', sources: 'retrieved' },
  positions: { by: 'checks', adds: 'column', column: 'position' },
  rank_micros: { by: 'checks', adds: 'column', column: 'rank_micros' },
  recommended_checks: { by: 'checks', adds: 'column', column: 'is_recommended' },
  checked_advice: { by: 'checks', adds: 'known', column: 'is_recommended' },
  sentiment_milli: { by: 'checks', adds: 'column', column: 'sentiment_milli' },
  checked_sentiment: { by: 'checks', adds: 'known', column: 'sentiment_milli' },
} as const satisfies Record<string, MeasureRule>

export type Measure = keyof typeof MEASURES

// @NOTE the keys of a literal; Object.keys forgets their type.
export const MEASURE_IDS = Object.keys(MEASURES) as [Measure, ...Measure[]]

export const measureRuleOf = (measure: Measure): MeasureRule => MEASURES[measure]

/** Returns true for a measure that counts answers of engines rather than events. */
export const isOfChecks = (measure: Measure): boolean => measureRuleOf(measure).by === 'checks'

/** Returns true for a measure that counts sources of answers, and not answers. */
export function countsSources(measure: Measure): boolean {
  const rule = measureRuleOf(measure)
  return rule.by === 'checks' && rule.adds === 'sources'
}

/**
 * The kinds of events that have an engine of their own: the one that was opened or asked, or that a page was opened
 * from.
 */
export const KINDS_WITH_ENGINE: readonly KindName[] = ['ai_click', 'share', 'question', 'referral']

/** The engine by which a measure is counted: that of the event itself, or the one that the event's visit came from. */
export type EngineSide = 'event' | 'visit'

export function engineSideOf(measure: Measure): EngineSide {
  const rule = measureRuleOf(measure)
  if (rule.by === 'returns') return 'event'
  const isOwn =
    rule.by === 'events' &&
    !rule.ofVisits &&
    !rule.prompted &&
    KINDS_WITH_ENGINE.includes(rule.kind)
  return isOwn ? 'event' : 'visit'
}

export type MeasureValues = Record<Measure, number>

// @NOTE built from all ids. Not frozen: a copy of a frozen object takes six times as long, and each row makes one.
const ZERO = Object.fromEntries(MEASURE_IDS.map((id) => [id, 0])) as MeasureValues

export const zeroValues = (): MeasureValues => ({ ...ZERO })

interface DayCell {
  kind: number
  column: 'events' | 'visitors'
}

/**
 * Returns the kind and the column of `rollup_day` that hold a measure; undefined for a measure that only raw events
 * have.
 */
export function dayCellOf(measure: Measure): DayCell | undefined {
  const rule = measureRuleOf(measure)
  switch (rule.by) {
    case 'events':
      return rule.prompted ? undefined : { kind: EVENT_KINDS[rule.kind], column: 'events' }
    case 'visitors':
      return { kind: visitorKind(rule.kinds), column: 'visitors' }
    case 'sessions':
      return { kind: DERIVED_KINDS.session, column: 'events' }
    case 'returns':
      return {
        kind: DERIVED_KINDS.returned,
        column: rule.step === 'opened' ? 'events' : 'visitors',
      }
    case 'checks':
      return undefined
  }
}

function visitorKind(kinds: readonly KindName[]): number {
  const [only, ...more] = kinds
  if (only === undefined) return ANY_KIND
  return more.length === 0 ? EVENT_KINDS[only] : DERIVED_KINDS.engaged
}

/**
 * The place where a measure is counted by a dimension: the rows of a kind in `rollup_dim`, or a column of
 * `rollup_visit`.
 */
export type DimensionCell =
  { by: 'event'; dim: number; kind: number } | { by: 'visit'; dim: number; count: VisitCount }

/**
 * Returns the place where a measure is counted by a dimension; undefined where it is not counted. Readers and visits
 * are not counted by dimensions of single events.
 */
export function dimensionCellOf(
  measure: Measure,
  dimension: RollupDimension,
): DimensionCell | undefined {
  const rule = measureRuleOf(measure)
  const side = dimension === 'engine' && engineSideOf(measure) === 'visit' ? 'arrival' : dimension
  const dim = ROLLUP_DIMENSIONS[side]
  if (isVisitDimension(side)) {
    const count = visitCountOf(rule)
    return count && { by: 'visit', dim, count }
  }
  if (rule.by !== 'events' || rule.prompted) return undefined
  return { by: 'event', dim, kind: EVENT_KINDS[rule.kind] }
}

function visitCountOf(rule: MeasureRule): VisitCount | undefined {
  switch (rule.by) {
    case 'events':
      return rule.prompted ? undefined : EVENT_COUNTS[rule.kind]
    case 'visitors':
      return readerCountOf(visitorKind(rule.kinds))
    case 'sessions':
      return 'sessions'
    case 'returns':
    case 'checks':
      return undefined
  }
}

function readerCountOf(kind: number): VisitCount | undefined {
  switch (kind) {
    case ANY_KIND:
      return 'readers'
    case EVENT_KINDS.impression:
      return 'viewers'
    case EVENT_KINDS.ai_click:
      return 'clickers'
    case DERIVED_KINDS.engaged:
      return 'engaged'
    default:
      return undefined
  }
}
