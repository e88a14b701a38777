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
  /** What readers asked on it, as far as it may be offered to others. */
  askedHere: readonly string[]
  applied: AppliedRules
  context: PromptContext
}

/** The questions that a page offers: those of its rules are its owner's, and only linted. */
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

/** Those that the policy lets pass; each is linted when it is asked for, since five are enough. */
function* lintedTexts(texts: readonly string[], context: PromptContext): Generator<string> {
  for (const text of texts) {
    if (lintErrors(text, lintContextOf(context)).length === 0) yield text
  }
}

/** The questions of readers that pass, in the language of the page. */
export const ofReaders = (ruled: AskedPage): Iterable<string> =>
  lintedTexts(
    ruled.askedHere.filter((text) => isForReadersOf(questionLanguageOf(ruled), text)),
    ruled.context,
  )
