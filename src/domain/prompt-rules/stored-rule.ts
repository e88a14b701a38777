import type { PromptRule, RuleActions, RuleMatch } from './rule-input.ts'

/** The columns of a stored rule that decide about pages. */
export interface StoredRule {
  id: string
  position: number
  is_enabled: number
  conditions: string
  actions: string
  is_last: number
}

/** Reads a rule from its row. */
export const toPromptRule = (row: StoredRule): PromptRule => ({
  id: row.id,
  position: row.position,
  enabled: row.is_enabled === 1,
  // @NOTE both columns are written by us alone, as JSON of what the schemas of rules let through.
  match: JSON.parse(row.conditions) as RuleMatch,
  actions: JSON.parse(row.actions) as RuleActions,
  stop: row.is_last === 1,
})
