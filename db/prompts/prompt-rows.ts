import type { Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'

export type PromptRow = Selectable<Tables['prompt']>

/** The columns of a prompt besides the numbers of its page and site. */
export type PromptValues = Omit<PromptRow, 'num' | 'site_num' | 'page_num'>

/** A prompt with the title of its page, and the language that a scan found it in. */
export type ListedPrompt = PromptRow & {
  page_id: string
  path: string
  title: string | null
  page_language: string | null
}

export interface PagePhrases {
  pageNum: number
  recordHash: string
  phrases: Uint8Array
}

/** A page with its new prompt, if any. Nothing is stored when the page or its prompt has changed meanwhile. */
export interface PromptWrite {
  pageNum: number
  /** Hash of the record that the prompt is made of. */
  recordHash: string
  /** Absent where the stored prompt stays as it is. */
  prompt?: { values: PromptValues; versionBefore: number | null }
}

export interface PromptListQuery {
  /** Selects the prompt of this page alone. */
  pageNum?: number | undefined
  state?: string | undefined
  type?: string | undefined
  kind?: string | undefined
  /** Selects paths that begin with this. */
  path?: string | undefined
  /** Selects this path, in which `*` stands for any characters. */
  pathPattern?: string | undefined
  stale?: boolean | undefined
  /** Path of the last prompt of the page before; undefined for the first page. */
  after: string | undefined
  limit: number
}
