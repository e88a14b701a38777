import { ASKED_SERVERS, readCatalogue } from './catalogue.ts'
import { type AskedTool, halfOf, QUESTIONS, WORDINGS } from './question.ts'
import { createSelector, PLAIN, type Selector } from './select-tool.ts'

/** The first three tools that the selector picks for a question. */
export interface Picked {
  question: AskedTool
  picks: string[]
}

/** Picks for each question. */
export const pickTools = (servers = ASKED_SERVERS): Picked[] =>
  pickFor(QUESTIONS, createSelector(readCatalogue(servers)))

/**
 * Picks by plain BM25 over descriptions alone, for all questions and wordings: one half was looked at, the other was
 * not.
 */
export const pickPlainly = (servers = ASKED_SERVERS): Picked[] =>
  pickFor([...QUESTIONS, ...WORDINGS], createSelector(readCatalogue(servers), PLAIN))

const pickFor = (questions: readonly AskedTool[], selector: Selector): Picked[] =>
  questions.map((question) => ({
    question,
    picks: selector.rank(question.question).slice(0, 3),
  }))

const answers = ({ tool, alternatives }: AskedTool, pick: string | undefined): boolean =>
  pick === tool || (pick !== undefined && alternatives.includes(pick))

export const isFirst = ({ question, picks }: Picked): boolean => answers(question, picks[0])

export const isAmongThree = ({ question, picks }: Picked): boolean =>
  picks.some((pick) => answers(question, pick))

export interface PickScore {
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
