import type { Logger } from '../../lib/logger.ts'
import type { PromptKind } from '../prompt-rules/vocabulary.ts'
import type { PromptLanguage } from './locales.ts'
import type { PageType } from '../page/page-types.ts'

/** What a writer answers: templates by kind, and questions of readers. */
export interface Draft {
  /** BCP 47, of the texts. */
  language: string
  templates: Readonly<Record<string, { label: string; template: string }>>
  questions: readonly string[]
}

/** What a writer is told of a page. Its texts are the page's own words, cleaned and cut, and may say anything. */
export interface WritingTask {
  /** What the templates and questions are to be written in. */
  language: PromptLanguage
  siteName: string
  type: PageType
  title: string
  description: string
  headings: readonly string[]
  keyphrases: readonly string[]
  /** The beginning of the main text. */
  text: string
  /** The kinds that are wanted, each as the generator words it. */
  wanted: readonly { kind: PromptKind; label: string; template: string }[]
  /** Placeholders that have a value on this page. */
  placeholders: readonly string[]
}

/** Why a page has the generator's prompt although a writer is configured. */
export type FallbackReason =
  // The endpoint gave no answer that is one.
  | 'unreachable'
  | 'timeout'
  | 'http_status'
  | 'redirect'
  | 'too_large'
  | 'no_completion'
  // It answered, and what it wrote cannot be used.
  | 'incomplete'
  | 'not_json'
  | 'invalid'
  | 'template'
  | 'policy'
  | 'language'
  // It was not asked.
  | 'page_limit'
  | 'given_up'

export type Writing =
  | { ok: true; draft: Draft }
  /** `isOutage`: the next page would most likely not fare better. */
  | { ok: false; reason: FallbackReason; isOutage: boolean }

/** Words the prompts of a page. What it writes is a proposal: it is judged before anybody sees it. */
export interface PromptWriter {
  readonly model: string
  /** Changes with the instructions that the writer follows. */
  readonly promptVersion: string
  /** Answers also when nothing was written; throws only the reason of the signal. */
  write(task: WritingTask, signal: AbortSignal): Promise<Writing>
}

/** The writer of a service, with what all of its runs share. */
export interface ConfiguredWriter {
  writer: PromptWriter
  /** Bounds the requests of the whole process. */
  gate: { run<T>(work: () => Promise<T>): Promise<T> }
  /** Pages that one run may ask for: a bound of its cost. */
  maxPages: number
  log: Pick<Logger, 'warn'>
}
