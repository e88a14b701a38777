/** Kinds of events. The numbers are stored: append, never change. Keys of `rollup_dim` have room for them up to 15. */
export const EVENT_KINDS = {
  impression: 1,
  ai_click: 2,
  share: 3,
  question: 4,
  referral: 5,
  pageview: 6,
  feedback: 7,
} as const

export type EventKind = keyof typeof EVENT_KINDS

/** Kinds by which a reader does something with the content. */
export const ENGAGED_KINDS: readonly number[] = [
  EVENT_KINDS.ai_click,
  EVENT_KINDS.share,
  EVENT_KINDS.question,
]

/** The number in `rollup_day` that stands for all kinds together. */
export const ANY_KIND = 0

/** Counts in `rollup_day` that are derived from events, in addition to the kinds. */
export const DERIVED_KINDS = {
  /** Clicks, shares and questions together; `visitors` counts the readers with any of them. */
  engaged: 16,
  /** Sessions: `events` counts those that began, and `visitors` stays 0. */
  session: 17,
  /**
   * Returns: `events` counts readers who opened an engine, once for each engine, and `visitors` counts those who came
   * back from it.
   */
  returned: 18,
} as const

/** Dimensions that have rollups of their own, with the number that stands for each in their keys. */
export const ROLLUP_DIMENSIONS = {
  path: 1,
  engine: 2,
  referrer: 3,
  country: 4,
  device: 5,
  channel: 6,
  /** The engine that the reader of a visit came from. */
  arrival: 7,
  campaign: 8,
} as const

export type RollupDimension = keyof typeof ROLLUP_DIMENSIONS

/** Dimensions that belong to a visit and not to one event; `rollup_visit` has them, and `rollup_dim` the others. */
export const VISIT_DIMENSIONS = [
  'channel',
  'referrer',
  'arrival',
  'campaign',
] as const satisfies readonly RollupDimension[]

export type VisitDimension = (typeof VISIT_DIMENSIONS)[number]
export type EventDimension = Exclude<RollupDimension, VisitDimension>

export const isVisitDimension = (dimension: RollupDimension): dimension is VisitDimension =>
  VISIT_DIMENSIONS.some((one) => one === dimension)

/** The columns of `rollup_visit` that count events, by the kind of event; only kinds that a measure counts have one. */
export const EVENT_COUNTS = {
  impression: 'impressions',
  ai_click: 'ai_clicks',
  share: 'shares',
  question: 'questions',
  referral: 'referrals',
  pageview: 'pageviews',
} as const satisfies Partial<Record<EventKind, string>>

export type CountedKind = keyof typeof EVENT_COUNTS

// @NOTE the keys of a literal; Object.keys forgets their type.
export const COUNTED_KINDS = Object.keys(EVENT_COUNTS) as CountedKind[]

/**
 * The counts of `rollup_visit`, one column each: events by kind, visits that began, and the readers of the day. Of the
 * readers it counts all, those who saw the widget, those who clicked, and those who did anything that is engagement.
 */
export const VISIT_COUNTS = [
  ...Object.values(EVENT_COUNTS),
  'sessions',
  'readers',
  'viewers',
  'clickers',
  'engaged',
] as const

export type VisitCount = (typeof VISIT_COUNTS)[number]
