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

/** One check, as data: what it is worth, and what a person is told about it. */
export interface RubricCheck {
  /** Letter of the category and number: `A1`. Never given to another check. */
  id: string
  category: Category
  /** Points of a pass; all weights together are 100. */
  weight: number
  /** The share of the weight that a warning earns, 0 to 1; a half where absent. */
  warnCoefficient?: number
  /** What is claimed when it passes. */
  title: string
  /** Why an AI engine cares. */
  why: string
  /** What the owner does when it does not pass. */
  fix: string
  /** Where the rule comes from. */
  source: string
}
