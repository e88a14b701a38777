/** The categories, in the order of the rubric. */
export const CATEGORIES = [
  'access',
  'rendering',
  'structure',
  'trust',
  'answerability',
  'discovery',
] as const
export type Category = (typeof CATEGORIES)[number]

/** One check of the rubric: its weight, and the texts that people read about it. */
export interface RubricCheck {
  /** Letter of the category and a number: `A1`. Never reused for another check. */
  id: string
  category: Category
  /** Points for a pass; all weights together are 100. */
  weight: number
  /** Share of the weight that a warning earns, 0 to 1; 0.5 by default. */
  warnCoefficient?: number
  /** The claim that holds when the check passes. */
  title: string
  /** The fault of pages that do not pass, as `{is|are} too large`: the form for one page, and that for several. */
  fault: string
  /** The reason why an AI engine cares. */
  why: string
  /** The advice to the owner of a page that does not pass. */
  fix: string
  /** The source of the rule. */
  source: string
}
