import { isJsonObject } from '../json-object.ts'
import { isUse, type Obligations, type UseDecision } from './ask-policy.ts'
import { isCompiled, type CompiledPolicy, type CompiledRule } from './compile-policy.ts'
import { pathOfUrl } from './path-of-url.ts'
import { matchesCompiled } from './path.ts'

export interface PolicyQuestion {
  /** Id of an Ask Target. */
  readonly target: string
  readonly use: string
  /** Address of the page, or its path with its query. */
  readonly url: string
}

export interface PolicyAnswer {
  readonly decision: UseDecision
  /** Index of the rule that won; null where none did. */
  readonly rule: number | null
  /** Null unless the use is allowed. */
  readonly obligations: Obligations | null
}

const UNKNOWN: PolicyAnswer = { decision: 'unknown', rule: null, obligations: null }
/** The answer for a policy that `compilePolicy` did not make, since it says nothing that could be relied on. */
const BANNED: PolicyAnswer = { decision: 'deny', rule: null, obligations: null }

/**
 * Says what a policy decides about a use: the longest pattern wins, then a rule that names the target, then a ban, then
 * the first. An address that cannot be read is `unknown`.
 */
export function evaluatePolicy(policy: CompiledPolicy, question: PolicyQuestion): PolicyAnswer {
  // Callers without types may give anything.
  const path = isJsonObject(question) ? pathOfUrl(question.url) : undefined
  if (path === undefined) return UNKNOWN
  return evaluatePath(policy, question, path)
}

/** The same for a path that is normalised. */
export function evaluatePath(
  policy: CompiledPolicy,
  { target, use }: PolicyQuestion,
  path: string,
): PolicyAnswer {
  if (!isCompiled(policy)) return BANNED
  const rules = policy.rulesByUse.get(isUse(use) ? use : '*') ?? []
  let best: CompiledRule | undefined
  let bestRank = -1
  for (const rule of rules) {
    if (best !== undefined && rule.pattern.octets < best.pattern.octets) break
    const rank = rankOf(rule, target)
    if (rank > bestRank && matchesCompiled(rule.pattern, path)) {
      best = rule
      bestRank = rank
    }
  }
  if (best === undefined) return UNKNOWN
  const decision = best.isDeny ? 'deny' : 'allow'
  return { decision, rule: best.rule, obligations: best.isDeny ? null : best.obligations }
}

/** The rank among rules of one length: an exact target, then a ban; -1 for a rule about other targets. */
function rankOf({ targets, isDeny }: CompiledRule, target: string): number {
  if (target !== '*' && targets.has(target)) return isDeny ? 3 : 2
  if (!targets.has('*')) return -1
  return isDeny ? 1 : 0
}
