import type { Generated } from 'kysely'

/** The prompts of one page. */
interface PromptTable {
  num: Generated<number>
  id: string
  site_num: number
  page_num: number
  /** The origin of the prompt: `generated`, `rule`, `manual`, `imported` or `llm`. */
  source: string
  state: string
  /** 1 where a person chose the state, else 0. */
  is_state_set: number
  /** The type of the page, or the one that a rule set. */
  page_type: string
  is_type_ruled: Generated<number>
  /** JSON array of the tags that rules give the page. */
  tags: Generated<string>
  /** The language of the texts, as a BCP 47 tag. */
  language: string
  primary_kind: string | null
  /** The kinds of the templates, with a space on each side of every kind. */
  kinds: string
  /** JSON of the templates, each with its rendered text and the findings of the linter. */
  templates: string
  /** JSON array of the questions. */
  questions: string
  /** JSON of the rules that decided something, with their decisions, and with what they gave except templates. */
  rules: string
  /** JSON about the generator; null for a prompt that only people wrote. */
  generator: string | null
  is_locked: number
  is_stale: number
  /** The hash, in hex, of the main text that the prompt was written for; null where it is unknown. */
  content_hash: string | null
  /**
   * A sketch of the main text for which a person or the generator last approved the prompt; null where it is unknown.
   */
  content_sketch: string | null
  /** The hash, in hex, of the page's record that the prompt was last compared with; null for none. */
  record_hash: string | null
  /** A hash of all that the prompt was made from except the page; empty, or a word, where a new prompt is due. */
  basis: string
  version: number
  created_at: number
  updated_at: number
  /** JSON of `{type, id}` of the caller who changed the prompt last. */
  updated_by: string
}

/** The phrases of a page, stored so that an unchanged page is not read again. */
interface PageReadingTable {
  page_num: number
  site_num: number
  /** The hash, in hex, of the record that was read. */
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
  /** JSON of the conditions that a page must meet for the rule to match. */
  conditions: string
  /** JSON of the actions on a page that the rule matches. */
  actions: string
  /** 1 where no later rule acts on a page that the rule matches, else 0. */
  is_last: number
  /** JSON of `{type, id}` of the caller who made the rule. */
  created_by: string
  created_at: number
  updated_at: number
  version: number
  last_matched_at: number | null
}

/** The number of pages that a rule matched on a UTC day when their prompts were made. */
interface PromptRuleDayTable {
  site_num: number
  rule_id: string
  /** The UTC day, as days since 1970-01-01. */
  day: number
  hits: number
}

/**
 * The decision of an owner on a question of readers on a page. The row holds hashes, since the words may be deleted.
 */
interface ReaderChoiceTable {
  site_num: number
  page_num: number
  /** The hash of the meaning of the question, which questions in other words can share. */
  meaning: string
  /** The hash of the words in which the owner saw the question. */
  wording: string
  /** 1 where the owner allowed the question, 0 where the owner took it away for good. */
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
