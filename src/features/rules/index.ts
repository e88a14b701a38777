import { createRule } from './create-rule.ts'
import { deleteRule } from './delete-rule.ts'
import { getRule } from './get-rule.ts'
import { listRules } from './list-rules.ts'
import { reorderRules } from './reorder-rules.ts'
import { testRules } from './test-rules.ts'
import { updateRule } from './update-rule.ts'

export { listRules }
export { scanExclusions, applyExclusions } from './scan-exclusions.ts'

export const ruleOperations = [
  listRules,
  getRule,
  createRule,
  updateRule,
  deleteRule,
  reorderRules,
  testRules,
]
