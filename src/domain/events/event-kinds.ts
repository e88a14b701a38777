/** Numbers that stand for event kinds in SQL. They are stored: append, never change. */
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

/** Stands in `rollup_day` for all kinds together. */
export const ANY_KIND = 0

/** Counts in `rollup_day` that are derived from events, beside the kinds. */
export const DERIVED_KINDS = {
  /** Clicks, shares and questions together; `visitors` had any of them. */
  engaged: 16,
  /** `events` sessions began; without visitors. */
  session: 17,
  /** `events` readers opened an engine, each once for each engine; `visitors` of them came back from it. */
  returned: 18,
} as const

/** Must be raised when the rollups hold more than before, so that older ones are rebuilt. */
export const ROLLUP_VERSION = 1

/** Dimensions with rollups of their own, and the number of each in `rollup_dim`. */
export const ROLLUP_DIMENSIONS = {
  path: 1,
  engine: 2,
  referrer: 3,
  country: 4,
  device: 5,
} as const

/**
 * Two numbers in one column, because a column costs two bytes in each of many millions of rows: a site with a
 * dimension, and a day with a kind. Both keep their order.
 */
const DIMENSIONS_OF_SITE = 16
export const KINDS_OF_DAY = 32

export const siteDimension = (siteNum: number, dimension: number): number =>
  siteNum * DIMENSIONS_OF_SITE + dimension

/** The half-open range of all values of `siteDimension` for one site. */
export const siteDimensions = (siteNum: number): { from: number; to: number } => ({
  from: siteDimension(siteNum, 0),
  to: siteDimension(siteNum + 1, 0),
})

export const dayKind = (day: number, kind: number): number => day * KINDS_OF_DAY + kind

export type RollupDimension = keyof typeof ROLLUP_DIMENSIONS
