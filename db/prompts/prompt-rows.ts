import type { Selectable } from 'kysely'
import type { Tables } from '../tables/schema.ts'

/** How the record of a page begins once it has what prompts found; a scan writes it without. */
export const READ_RECORD = '{"type":'

export type PromptRow = Selectable<Tables['prompt']>

/** What is stored of a prompt besides the numbers of its page and site. */
export type PromptValues = Omit<PromptRow, 'num' | 'site_num' | 'page_num'>

/** A prompt with what its page says of itself. */
export type ListedPrompt = PromptRow & { page_id: string; path: string; title: string | null }

/** A page as prompts need it. */
export interface PromptPageRow {
  num: number
  id: string
  path: string
  url: string
  title: string | null
  /** What the last scan found; null for a page that none has seen. */
  state: string | null
  /** JSON of the page's facts. */
  record: string | null
}

export interface Reading {
  pageNum: number
  recordHash: string
  phrases: Uint8Array
  /** JSON; null until they were found. */
  findings: string | null
}

/** A page whose prompt was looked at. Nothing of it is stored when the page or its prompt has changed meanwhile. */
export interface PromptWrite {
  pageNum: number
  record: { before: string; after: string }
  findings: string
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
