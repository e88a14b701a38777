import type { Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'

export type PromptRow = Selectable<Tables['prompt']>

/** The columns of a prompt except its number and those of its page and site. */
export type PromptValues = Omit<PromptRow, 'num' | 'site_num' | 'page_num'>

/** A prompt with the title of its page, and the language that a scan found on the page. */
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

/** A page with its new prompt, if it gets one. Nothing is stored if the page or its prompt has changed meanwhile. */
export interface PromptWrite {
  pageNum: number
  /** The hash of the record that the prompt is made of, in hex. */
  recordHash: string
  /** The new prompt, and the version that it replaces, null for none; absent where the stored prompt stays as it is. */
  prompt?: { values: PromptValues; versionBefore: number | null }
}

export interface PromptListQuery {
  /** The number of the only page whose prompt is selected. */
  pageNum?: number | undefined
  state?: string | undefined
  type?: string | undefined
  kind?: string | undefined
  /** The beginning of the paths whose prompts are selected. */
  path?: string | undefined
  /** The path whose prompts are selected, in which `*` stands for any characters. */
  pathPattern?: string | undefined
  stale?: boolean | undefined
  /** The path of the last prompt of the page of the list before; undefined for the first page of the list. */
  after: string | undefined
  limit: number
}
