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

/** In rollup_day: all kinds together. */
export const ANY_KIND = 0

export const FACT_DIMENSIONS = {
  path: 1,
  engine: 2,
  referrer: 3,
  country: 4,
  device: 5,
} as const

export type FactDimension = keyof typeof FACT_DIMENSIONS
