/** How event kinds and dimensions are spelt in SQL. The numbers are stored: append, never change. */
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

/** In rollup_day: all kinds together. */
export const ANY_KIND = 0

/** In rollup_day: what is counted beside the kinds. */
export const DERIVED_KINDS = {
  /** Clicks, shares and questions together; `visitors` had any of them. */
  engaged: 16,
  /** `events` sessions began; without visitors. */
  session: 17,
  /** `events` readers opened an engine, each once for each engine; `visitors` of them came back from it. */
  returned: 18,
} as const

/** Raised when the rollups hold more than before, so that older ones are rebuilt. */
export const ROLLUP_VERSION = 1

/** Dimensions that have rollups of their own, with the number that stands for each in `rollup_dim`. */
export const ROLLUP_DIMENSIONS = {
  path: 1,
  engine: 2,
  referrer: 3,
  country: 4,
  device: 5,
} as const

/**
 * Two numbers in one, because a column costs two bytes in each of many millions of rows: a site with a dimension,
 * and a day with a kind. Both keep their order.
 */
const DIMENSIONS_OF_SITE = 16
export const KINDS_OF_DAY = 32

export const siteDimension = (siteNum: number, dimension: number): number =>
  siteNum * DIMENSIONS_OF_SITE + dimension

/** Everything that `siteDimension` gives for one site, half-open. */
export const siteDimensions = (siteNum: number): { from: number; to: number } => ({
  from: siteDimension(siteNum, 0),
  to: siteDimension(siteNum + 1, 0),
})

export const dayKind = (day: number, kind: number): number => day * KINDS_OF_DAY + kind

export type RollupDimension = keyof typeof ROLLUP_DIMENSIONS
