/** The orders in which pages are listed. */
export const PAGE_ORDERS = ['questions', 'updated', 'path', 'score'] as const
export type PageOrder = (typeof PAGE_ORDERS)[number]

const QUESTION_DAYS = 28

/** The local days over which the questions of a page are counted, half-open. */
export const pageQuestionDays = (today: number): { from: number; to: number } => ({
  from: today + 1 - QUESTION_DAYS,
  to: today + 1,
})

/** An empty range, for a caller who may not know how many questions there are. */
export const NO_DAYS = { from: 0, to: 0 }
