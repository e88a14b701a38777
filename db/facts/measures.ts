import { ANY_KIND, DERIVED_KINDS, EVENT_KINDS } from '../../src/domain/events/event-kinds.ts'

type KindName = keyof typeof EVENT_KINDS

export type MeasureRule =
  /** Events of one kind; `prompted` only those that name a prompt. */
  | { by: 'events'; kind: KindName; prompted?: true }
  /** Distinct visitors of each day, summed, with any of these kinds; all kinds when there are none. */
  | { by: 'visitors'; kinds: readonly KindName[] }
  /** Events that begin a session. */
  | { by: 'sessions' }
  /** Pairs of visitor and engine of each day that clicked, or that came back after a click. */
  | { by: 'returns'; step: 'opened' | 'returned' }

/** Metrics are made of these measures; one that is added here is counted by every source. */
export const MEASURES = {
  impressions: { by: 'events', kind: 'impression' },
  ai_clicks: { by: 'events', kind: 'ai_click' },
  shares: { by: 'events', kind: 'share' },
  questions: { by: 'events', kind: 'question' },
  ai_referrals: { by: 'events', kind: 'referral' },
  pageviews: { by: 'events', kind: 'pageview' },
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
} as const satisfies Record<string, MeasureRule>

export type Measure = keyof typeof MEASURES

// @NOTE the keys of a literal; Object.keys forgets their type.
export const MEASURE_IDS = Object.keys(MEASURES) as [Measure, ...Measure[]]

export const measureRuleOf = (measure: Measure): MeasureRule => MEASURES[measure]

export type MeasureValues = Record<Measure, number>

// @NOTE built from all ids. Not frozen: a copy of a frozen object takes six times as long, and each row makes one.
const ZERO = Object.fromEntries(MEASURE_IDS.map((id) => [id, 0])) as MeasureValues

export const zeroValues = (): MeasureValues => ({ ...ZERO })

interface DayCell {
  kind: number
  column: 'events' | 'visitors'
}

/** Returns the cell of `rollup_day` that holds a measure; undefined where only raw events have it. */
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
  }
}

function visitorKind(kinds: readonly KindName[]): number {
  const [only, ...more] = kinds
  if (only === undefined) return ANY_KIND
  return more.length === 0 ? EVENT_KINDS[only] : DERIVED_KINDS.engaged
}

/** Returns the kind of event that `rollup_dim` counts for a measure; undefined where it has none. */
export function countedKind(measure: Measure): number | undefined {
  const rule = measureRuleOf(measure)
  return rule.by === 'events' && !rule.prompted ? EVENT_KINDS[rule.kind] : undefined
}
