import { readCatalogue } from './catalogue.ts'
import { halfOf, QUESTIONS, type Question } from './question.ts'
import { createSelector } from './select-tool.ts'

/** The first three tools that the selector picks for a question. */
export interface Picked {
  question: Question
  picks: string[]
}

/** Picks for each question. */
export function pickTools(): Picked[] {
  const selector = createSelector(readCatalogue())
  return QUESTIONS.map((question) => ({
    question,
    picks: selector.rank(question.question).slice(0, 3),
  }))
}

const answers = ({ tool, alternatives }: Question, pick: string | undefined): boolean =>
  pick === tool || (pick !== undefined && alternatives.includes(pick))

export const isFirst = ({ question, picks }: Picked): boolean => answers(question, picks[0])

export const isAmongThree = ({ question, picks }: Picked): boolean =>
  picks.some((pick) => answers(question, pick))

interface PickScore {
  name: string
  questions: number
  /** Parts of the questions whose tool, or one that answers too, is picked first and among three. */
  first: number
  amongThree: number
  /** Part of the questions whose own tool is first. */
  expectedFirst: number
  expectedAmongThree: number
}

/** Scores all questions, and each half. */
export function scorePicks(picked: readonly Picked[]): PickScore[] {
  const ofHalf = (half: string) => picked.filter(({ question }) => halfOf(question) === half)
  return [
    score('all', picked),
    score('development', ofHalf('development')),
    score('held-out', ofHalf('held-out')),
  ]
}

function score(name: string, picked: readonly Picked[]): PickScore {
  const part = (holds: (one: Picked) => boolean): number =>
    picked.filter(holds).length / Math.max(1, picked.length)
  return {
    name,
    questions: picked.length,
    first: part(isFirst),
    amongThree: part(isAmongThree),
    expectedFirst: part(({ question, picks }) => picks[0] === question.tool),
    expectedAmongThree: part(({ question, picks }) => picks.includes(question.tool)),
  }
}
