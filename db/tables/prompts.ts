import type { Generated } from 'kysely'

/** The prompts of one page. */
interface PromptTable {
  num: Generated<number>
  id: string
  site_num: number
  page_num: number
  /** The origin of the prompt: generated, rule, manual, imported, llm. */
  source: string
  state: string
  /** 1 where a person chose the state. */
  is_state_set: number
  /** Type of the page, or the one that a rule set. */
  page_type: string
  is_type_ruled: Generated<number>
  /** JSON of the tags that rules give the page. */
  tags: Generated<string>
  /** BCP 47 tag of the texts' language. */
  language: string
  primary_kind: string | null
  /** The kinds of the templates, with a space around each. */
  kinds: string
  /** JSON: each with its rendered text and the findings of the linter. */
  templates: string
  /** JSON array of questions. */
  questions: string
  /** JSON of the rules that decided something, of their decisions, and of what they gave besides templates. */
  rules: string
  /** JSON; null where only people wrote it. */
  generator: string | null
  is_locked: number
  is_stale: number
  /** Hash, in hex, of the main text that the prompt was written for. */
  content_hash: string | null
  /** Sketch of the main text that a person or the generator last approved the prompt for; null where unknown. */
  content_sketch: string | null
  /** Hash, in hex, of the page's record that the prompt was last compared with. */
  record_hash: string | null
  /** Hash of everything besides the page that the prompt was made from; empty where a new prompt is due. */
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
  /** Hash, in hex, of the record that was read. */
  record_hash: string
  /** Hashes of the phrases that the page may be about, four bytes each. */
  phrases: Uint8Array
}

/** A prompt rule of a site; rules act in ascending position, and by id where positions are equal. */
interface PromptRuleTable {
  id: string
  site_num: number
  position: number
  name: string
  description: string | null
  is_enabled: number
  /** JSON of the conditions that a page must meet. */
  conditions: string
  /** JSON of the actions on a page that meets them. */
  actions: string
  /** 1 where no later rule is asked about a page that matches. */
  is_last: number
  /** JSON of `{type, id}`. */
  created_by: string
  created_at: number
  updated_at: number
  version: number
  last_matched_at: number | null
}

/** Number of pages that a rule matched on a UTC day, as prompts were made. */
interface PromptRuleDayTable {
  site_num: number
  rule_id: string
  /** Days since 1970-01-01. */
  day: number
  hits: number
}

/** An owner's decision on a question of readers on a page. It holds hashes, since the words may be deleted. */
interface ReaderChoiceTable {
  site_num: number
  page_num: number
  /** Hash of the meaning of the question, which other words can have too. */
  meaning: string
  /** Hash of the words on which the owner decided. */
  wording: string
  /** 0 where the owner took the question away, for good. */
  is_let: number
  decided_at: number
}

export interface PromptTables {
  reader_choice: ReaderChoiceTable
  prompt: PromptTable
  page_reading: PageReadingTable
  prompt_rule: PromptRuleTable
  prompt_rule_day: PromptRuleDayTable
}
