import { QUESTION_ORIGINS, type OfferedQuestion, type QuestionOrigin } from './question.ts'
import { questionKeys } from './question-key.ts'

/** The most questions that a page offers. */
export const MAX_QUESTIONS = 5

/** The questions that each source offers, best first. */
export type QuestionSources = Readonly<Partial<Record<QuestionOrigin, Iterable<string>>>>

/** Takes the first five questions in the order of their sources, without those that ask the same as an earlier one. */
export function offeredQuestions(sources: QuestionSources, language: string): OfferedQuestion[] {
  const found: OfferedQuestion[] = []
  const asked = new Set<string>()
  for (const origin of QUESTION_ORIGINS) {
    for (const text of sources[origin] ?? []) {
      if (found.length === MAX_QUESTIONS) return found
      const keys = questionKeys(text, language)
      if (keys.some((key) => asked.has(key))) continue
      for (const key of keys) asked.add(key)
      found.push({ text, origin })
    }
  }
  return found
}
