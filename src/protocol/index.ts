/** The public names of the Ask AI Protocol. */
export type { ProtocolProblem, DocumentRead } from './problem.ts'
export { askDigest } from './ask/ask-digest.ts'
export type { AskPage } from './ask/ask-values.ts'
export {
  ASK_INTENTS,
  ASK_LIMITS,
  useOfIntent,
  type AskIntent,
  type AskSource,
  type AskVariable,
  type CitedAsk,
} from './ask/cited-ask.ts'
export {
  CLAUSE_LANGUAGES,
  citationClause,
  clauseLanguageOf,
  excerptClause,
  type ClauseLanguage,
} from './ask/citation-clauses.ts'
export { cleanText } from './ask/clean-text.ts'
export { parseAskTemplate, type AskTemplate, type AskTemplatePart } from './ask/ask-template.ts'
export { readAsk } from './ask/read-ask.ts'
export {
  renderAsk,
  type RenderedAsk,
  type RenderError,
  type RenderOptions,
} from './ask/render-ask.ts'
export {
  lintPrompt,
  prepareLinter,
  type LintFinding,
  type LintOptions,
} from './lint/lint-prompt.ts'
export { LINT_REVISION, RULE_LIST, RULES, type PolicyRule, type RuleId } from './lint/rules.ts'
