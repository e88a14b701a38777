import { languageTagOf, primaryLanguage } from '../../domain/prompts/language-tag.ts'
import { offeredQuestions } from '../../domain/prompts/offered-questions.ts'
import { pageQuestions } from '../../domain/prompts/page-questions.ts'
import type { OfferedQuestion } from '../../domain/prompts/question.ts'
import { isOneQuestion } from '../../domain/prompts/question-shape.ts'
import { isForReadersOf } from '../../domain/prompts/readers-questions.ts'
import type { AppliedRules } from '../../domain/prompt-rules/apply-rules.ts'
import type { PromptPage } from '../../domain/prompts/prompt-page.ts'
import { lintContextOf, type PromptContext } from './prompt-context.ts'
import { lintErrors } from './render-templates.ts'

/** A page with its rules applied. */
interface AskedPage {
  page: PromptPage
  /** The questions that readers asked on the page and that may be offered to others. */
  askedHere: readonly string[]
  applied: AppliedRules
  context: PromptContext
}

/**
 * Returns the questions that a page offers. Questions of its rules count as its owner's, and only need to pass the
 * linter.
 */
export function questionsFor(ruled: AskedPage, byModel: readonly string[] = []): OfferedQuestion[] {
  const { page, applied, context } = ruled
  const { result } = applied
  const language = questionLanguageOf(ruled)
  const linted = (texts: readonly string[]) => lintedTexts(texts, context)
  return offeredQuestions(
    {
      owner: linted(result.suggestedQuestions ?? []),
      reader: ofReaders(ruled),
      page: linted(pageQuestions(page, language)),
      model: linted(byModel.filter((text) => isOneQuestion(text, language))),
    },
    language,
  )
}

const UNKNOWN_LANGUAGE = 'und'

const questionLanguageOf = ({ page, context }: AskedPage): string =>
  primaryLanguage(languageTagOf(page, context.site)) ?? UNKNOWN_LANGUAGE

/** Yields the texts that the policy accepts; each is linted when it is taken, since five suffice. */
function* lintedTexts(texts: readonly string[], context: PromptContext): Generator<string> {
  for (const text of texts) {
    if (lintErrors(text, lintContextOf(context)).length === 0) yield text
  }
}

/** Returns the questions of readers that the policy accepts, in the language of the page. */
export const ofReaders = (ruled: AskedPage): Iterable<string> =>
  lintedTexts(
    ruled.askedHere.filter((text) => isForReadersOf(questionLanguageOf(ruled), text)),
    ruled.context,
  )
