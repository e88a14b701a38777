/** Kinds of events. The numbers are stored: append, never change. */
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

/** Stands for all kinds together in `rollup_day`. */
export const ANY_KIND = 0

/** Counts in `rollup_day` that are derived from events, beside the kinds. */
export const DERIVED_KINDS = {
  /** Clicks, shares and questions together; `visitors` had any of them. */
  engaged: 16,
  /** `events` counts sessions that began; there are no visitors. */
  session: 17,
  /** `events` counts readers who opened an engine, once for each engine; `visitors` counts those who came back from it. */
  returned: 18,
} as const

/** Dimensions that have rollups of their own, with the number that stands for each in `rollup_dim`. */
export const ROLLUP_DIMENSIONS = {
  path: 1,
  engine: 2,
  referrer: 3,
  country: 4,
  device: 5,
  channel: 6,
  /** The engine that the reader of a visit came from. */
  arrival: 7,
} as const

export type RollupDimension = keyof typeof ROLLUP_DIMENSIONS

/** Dimensions that belong to a visit and not to one event. */
export const VISIT_DIMENSIONS = [
  'channel',
  'referrer',
  'arrival',
] as const satisfies readonly RollupDimension[]

export type VisitDimension = (typeof VISIT_DIMENSIONS)[number]

/** What `rollup_dim` counts of visits and their readers, by a dimension of visits, beside the kinds of events. */
export const VISIT_KINDS = {
  /** Visits that began. */
  session: 17,
  /** Readers of the day: all, and those who saw the widget, clicked, or did any of what is engagement. */
  readers: 19,
  viewers: 20,
  clickers: 21,
  engaged: 22,
} as const
