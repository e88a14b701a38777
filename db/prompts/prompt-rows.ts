import type { Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'

export type PromptRow = Selectable<Tables['prompt']>

/** What is stored of a prompt besides the numbers of its page and site. */
export type PromptValues = Omit<PromptRow, 'num' | 'site_num' | 'page_num'>

/** A prompt with what its page says of itself. */
export type ListedPrompt = PromptRow & { page_id: string; path: string; title: string | null }

export interface PagePhrases {
  pageNum: number
  recordHash: string
  phrases: Uint8Array
}

/** A page whose prompt was looked at. Nothing of it is stored when the page or its prompt has changed meanwhile. */
export interface PromptWrite {
  pageNum: number
  /** Of the record that the prompt is made of. */
  recordHash: string
  /** Absent where the prompt stays as it is. */
  prompt?: { values: PromptValues; versionBefore: number | null }
}

export interface PromptListQuery {
  /** The one page. */
  pageNum?: number
  state?: string | undefined
  type?: string | undefined
  kind?: string | undefined
  /** Beginning of the path. */
  path?: string | undefined
  stale?: boolean | undefined
  /** Path of the last one before; undefined for the first. */
  after: string | undefined
  limit: number
}
