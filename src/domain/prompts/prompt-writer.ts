import type { Logger } from '../../lib/logger.ts'
import type { PromptKind } from '../prompt-rules/vocabulary.ts'
import type { PromptLanguage } from './locales.ts'
import type { PageType } from '../page/page-types.ts'

/** A question that readers may have, with the sentence of the text that answers it, both as a model wrote them. */
export interface ProposedQuestion {
  question: string
  sentence: string
}

/** The answer of a writer: templates by kind, and questions of readers. */
export interface PromptDraft {
  /** BCP 47 tag of the texts. */
  language: string
  templates: Readonly<Record<string, { label: string; template: string }>>
  questions: readonly ProposedQuestion[]
}

/**
 * The facts about a page that a writer is given. Texts are the page's own words, cleaned and truncated, and may say
 * anything.
 */
export interface WritingTask {
  /** The language to write templates in. */
  language: PromptLanguage
  /** The most questions to write, and the language of the page's text, by its first subtag. */
  questions: { max: number; language: string }
  siteName: string
  type: PageType
  title: string
  description: string
  headings: readonly string[]
  keyphrases: readonly string[]
  /** A part of the main text. */
  text: string
  /** The wanted kinds, each with the generator's wording; none where questions alone are wanted. */
  wanted: readonly { kind: PromptKind; label: string; template: string }[]
  /** Placeholders with a value on this page. */
  placeholders: readonly string[]
}

/** The reasons for which a page keeps the generator's prompt although a writer is configured. */
export type FallbackReason =
  // The endpoint gave no valid answer.
  | 'unreachable'
  | 'timeout'
  | 'http_status'
  | 'redirect'
  | 'too_large'
  | 'no_completion'
  // The endpoint answered, but the text cannot be used.
  | 'incomplete'
  | 'not_json'
  | 'invalid'
  | 'template'
  | 'policy'
  | 'language'
  // The run reached its limit of pages, so the writer was not asked.
  | 'page_limit'
  | 'given_up'
  // The organization has no credits left for it.
  | 'no_credits'

export type WriterResult =
  | { ok: true; draft: PromptDraft }
  /** A failure to write; `isOutage` is true when the next page would most likely fare no better. */
  | { ok: false; reason: FallbackReason; isOutage: boolean }

/** A writer that words the prompts of a page. Its result is a proposal, which is judged before anybody sees it. */
export interface PromptWriter {
  readonly model: string
  /** The version of the instructions that the writer follows; it must change with them. */
  readonly promptVersion: string
  /** Writes a draft. Resolves even when nothing was written; throws only the reason of the signal. */
  write(task: WritingTask, signal: AbortSignal): Promise<WriterResult>
}

/** The configured writer, with what all of its runs share. */
export interface ConfiguredWriter {
  writer: PromptWriter
  /** Limits the concurrent requests of the whole process. */
  gate: { run<T>(work: () => Promise<T>): Promise<T> }
  /** The most pages for which one run may ask the writer, which limits its cost. */
  maxPages: number
  log: Pick<Logger, 'warn'>
}
