import { isJsonObject } from '../json-object.ts'
import { isUse, type Obligations, type UseDecision } from './ask-policy.ts'
import { isCompiled, type CompiledPolicy, type CompiledRule } from './compile-policy.ts'
import { pathOfUrl } from './path-of-url.ts'
import { matchesCompiled } from './path.ts'

export interface PolicyQuestion {
  /** The id of the Ask Target that would use the page. */
  readonly target: string
  readonly use: string
  /** The address of the page, or its path with its query. */
  readonly url: string
}

export interface PolicyAnswer {
  readonly decision: UseDecision
  /** The index of the rule that won; null where no rule matched. */
  readonly rule: number | null
  /** The terms of a use that is allowed; null for any other decision. */
  readonly obligations: Obligations | null
}

const UNKNOWN: PolicyAnswer = { decision: 'unknown', rule: null, obligations: null }
/**
 * The answer for a policy that `compilePolicy` did not make: `deny`, since such a value says nothing that could be
 * relied on.
 */
const BANNED: PolicyAnswer = { decision: 'deny', rule: null, obligations: null }

/**
 * Returns what a policy decides about a use. The longest pattern wins; of equally long ones, a rule that names the
 * target, then a ban, then the first. For an address that cannot be read, the decision is `unknown`.
 */
export function evaluatePolicy(policy: CompiledPolicy, question: PolicyQuestion): PolicyAnswer {
  // Callers without types may give anything.
  const path = isJsonObject(question) ? pathOfUrl(question.url) : undefined
  if (path === undefined) return UNKNOWN
  return evaluatePath(policy, question, path)
}

/** Returns what a policy decides about a use of the page at a normalised path. */
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

/**
 * Returns the rank of a rule among those of one length, where an exact target counts more than a ban; -1 for a rule
 * about other targets.
 */
function rankOf({ targets, isDeny }: CompiledRule, target: string): number {
  if (target !== '*' && targets.has(target)) return isDeny ? 3 : 2
  if (!targets.has('*')) return -1
  return isDeny ? 1 : 0
}
