export {
  lintPrompt,
  prepareLinter,
  type LintFinding,
  type LintOptions,
} from './lint/lint-prompt.ts'
export { LINT_REVISION, RULE_LIST, RULES, type PolicyRule, type RuleId } from './lint/rules.ts'
