/** A prompt rule of a site; rules act in ascending position, and by id where positions are equal. */
interface PromptRuleTable {
  id: string
  site_num: number
  position: number
  name: string
  description: string | null
  is_enabled: number
  /** JSON of what a page must be like. */
  conditions: string
  /** JSON of what is done to it. */
  actions: string
  /** Whether no later rule is asked about a page that matches. */
  is_last: number
  /** JSON of `{type, id}`. */
  created_by: string
  created_at: number
  updated_at: number
  version: number
}

export interface RuleTables {
  prompt_rule: PromptRuleTable
}
