import type { QuoteMarks } from './clean-value.ts'
import type { PageType } from '../page/page-types.ts'
import type { GeneratedKind } from './prompt-page.ts'

/** Everything that the generator says in one language. */
export interface PromptLocale {
  quotes: QuoteMarks
  listSeparator: string
  /** Between two sentences. */
  gap: string
  /** Asks for citations of the sources above it (Ask AI Protocol 6.3). */
  clause: string
  /** The factual first sentence; the shorter ones are for pages whose URL takes the room. */
  reading: { full: string; short: string; bare: string }
  kinds: Record<GeneratedKind, { label: string; sentence: string }>
  /** The sentence of `cite` where the URL stands only in the source line. */
  citeShort: string
  /** What `{{type}}` says. */
  typeNames: Record<PageType, string>
  questions: QuestionTemplates
}

export interface QuestionTemplates {
  /** Lower-case beginnings of headings that say how to do something; the rest is the `{{topic}}` of `how`. */
  howPrefixes: readonly string[]
  how: string
  /** Verbs that begin a heading of instructions; such a heading is the `{{topic}}` of `how` as a whole. */
  verbs: readonly string[]
  meaning: string
  about: string
  byType: Partial<Record<PageType, readonly string[]>>
}
