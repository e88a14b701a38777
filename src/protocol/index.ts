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
export { compilePath, matchesPath, normalisePath, type PathPattern } from './policy/path.ts'
export { pathOfUrl } from './policy/path-of-url.ts'
export {
  USES,
  type AskPolicy,
  type AskPolicyRule,
  type Obligations,
  type Use,
  type UseDecision,
} from './policy/ask-policy.ts'
export { readPolicy } from './policy/read-policy.ts'
export { compilePolicy, type CompiledPolicy } from './policy/compile-policy.ts'
export { evaluatePolicy, type PolicyAnswer, type PolicyQuestion } from './policy/evaluate-policy.ts'
export {
  evaluateLayers,
  type LayersAnswer,
  type LayersQuestion,
  type PolicySignals,
} from './policy/evaluate-layers.ts'
export type { LayerAnswer, LayerName, LayerReason } from './policy/layers/layer.ts'
export type { TargetAgents } from './policy/layers/robots-layers.ts'
export { exportPolicy, type ExportedPolicy } from './policy/export-policy.ts'
export { manifestPages } from './manifest/manifest-pages.ts'
export {
  readManifest,
  type AskManifest,
  type ManifestOptions,
  type ManifestSite,
} from './manifest/read-manifest.ts'
export {
  askPolicyOfMeta,
  findManifest,
  type ElementAttributes,
  type ManifestPlace,
} from './manifest/find-manifest.ts'
export { readRegistry } from './targets/read-registry.ts'
export { readLinkTemplate, type LinkTemplate } from './targets/link-template.ts'
export { findTarget, mayBeSent, TARGET_REGISTRY } from './targets/registry.ts'
export type { AskTarget, CopyMethod, LinkMethod, TargetRegistry } from './targets/ask-target.ts'
export {
  buildLink,
  type BuiltLink,
  type LinkQuestion,
  type RefusedLink,
} from './links/build-link.ts'
export { verifyLink, type VerifiedLink, type VerifyQuestion } from './links/verify-link.ts'
