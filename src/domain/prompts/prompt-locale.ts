import type { QuoteMarks } from './clean-value.ts'
import type { PageType } from '../page/page-types.ts'
import type { GeneratedKind } from './prompt-page.ts'
import type { QuestionForms } from './templates/question-forms.ts'

/** The texts of the generator in one language. */
export interface LocaleTexts {
  quotes: QuoteMarks
  listSeparator: string
  /** Separator between two sentences. */
  gap: string
  /** The factual first sentence; the shorter forms are for pages with long URLs. */
  reading: { full: string; short: string; bare: string }
  kinds: Record<GeneratedKind, { label: string; sentence: string }>
  /** The sentence of `cite` when the URL stands only in the source line. */
  citeShort: string
  /** The values of `{{type}}`: the name of each type of page. */
  typeNames: Record<PageType, string>
  questions: QuestionForms
}

export interface PromptLocale extends LocaleTexts {
  /** The clause that asks for citations of the sources above it (Ask AI Protocol 6.3). */
  clause: string
}
