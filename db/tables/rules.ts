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

export interface RuleTables {
  prompt_rule: PromptRuleTable
  prompt_rule_day: PromptRuleDayTable
}
