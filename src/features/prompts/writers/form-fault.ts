import {
  isWithoutTexts,
  PROMPT_LOCALES,
  promptLanguageOf,
} from '../../../domain/prompts/locales.ts'
import { isOneQuestion } from '../../../domain/prompts/question-shape.ts'
import { isLeaning, isOfTheSite, isToSomebody } from '../../../domain/prompts/question-voice.ts'
import { isForOthers } from '../../../domain/prompts/readers-questions.ts'

/**
 * Returns what is wrong with the form of a question, without regard to its subject: it is not a question (`shape`), or
 * not one that a reader would ask (`voice`). Undefined where the form is right.
 */
export function formFault(question: string, language: string): 'shape' | 'voice' | undefined {
  if (!isForOthers(question) || !isOneQuestion(question, language)) return 'shape'
  if (isWithoutTexts(language)) return undefined
  const spoken = promptLanguageOf(language)
  const { invitation } = PROMPT_LOCALES[spoken].questions
  const isAsked = !invitation.test(question) && !asksOtherwise(question, language)
  if (!isAsked || isLeaning(question, spoken)) return 'shape'
  return isOfTheSite(question) || isToSomebody(question, spoken) ? 'voice' : undefined
}

/** True for words that do not ask as questions in this language do, where that is known of the language. */
export function asksOtherwise(words: string, language: string): boolean {
  if (isWithoutTexts(language)) return false
  const { asks } = PROMPT_LOCALES[promptLanguageOf(language)].questions
  return asks !== undefined && !asks.test(words)
}
