export type { ProtocolProblem, DocumentRead } from './problem.ts'
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
