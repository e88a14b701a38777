import type { Generated } from 'kysely'

/** The prompts of one page. */
interface PromptTable {
  num: Generated<number>
  id: string
  site_num: number
  page_num: number
  /** Who wrote it: generated, rule, manual, imported, llm. */
  source: string
  state: string
  /** Whether a person chose the state. */
  is_state_set: number
  /** Of the page, or as a rule set it. */
  page_type: string
  is_type_ruled: Generated<number>
  /** JSON: those that rules give the page. */
  tags: Generated<string>
  /** BCP 47, of the texts. */
  language: string
  primary_kind: string | null
  /** The kinds of the templates, with a space around each. */
  kinds: string
  /** JSON: each with its rendered text and the findings of the linter. */
  templates: string
  /** JSON. */
  questions: string
  /** JSON: which rules decided what, and what they gave besides templates. */
  rules: string
  /** JSON; null where only people wrote it. */
  generator: string | null
  is_locked: number
  is_stale: number
  /** Of the main text that it was written for, hex. */
  content_hash: string | null
  /** Of the main text that a person, or the generator, last held it right for; null where it is not known. */
  content_sketch: string | null
  /** Of the record of the page that it was last compared with, hex. */
  record_hash: string | null
  /** Hash of everything besides the page that it was made from; empty asks for another one. */
  basis: string
  version: number
  created_at: number
  updated_at: number
  /** JSON of `{type, id}`. */
  updated_by: string
}

/** The phrases of a page, so that an unchanged page is not read again. */
interface PageReadingTable {
  page_num: number
  site_num: number
  /** Of the record that was read, hex. */
  record_hash: string
  /** Hashes of the phrases that the page may be about, four bytes each. */
  phrases: Uint8Array
}

export interface PromptTables {
  prompt: PromptTable
  page_reading: PageReadingTable
}
