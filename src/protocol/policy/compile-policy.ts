import {
  USES,
  type AskPolicy,
  type AskPolicyRule,
  type Obligations,
  type StatedTerms,
  type Use,
} from './ask-policy.ts'
import { knownPolicy } from './known-policy.ts'
import { compilePath, type PathPattern } from './path.ts'

/** One pattern of one rule, for one use, ready to be compared. */
export interface CompiledRule {
  readonly pattern: PathPattern
  /** The index of the rule in the policy. */
  readonly rule: number
  readonly isDeny: boolean
  readonly targets: ReadonlySet<string>
  readonly obligations: Obligations
}

/** A policy that is ready to be asked: its patterns are normalised, and the longest come first. */
export interface CompiledPolicy {
  /** The patterns by the use that they are about; `*` stands for uses that the specification does not know. */
  readonly rulesByUse: ReadonlyMap<Use | '*', readonly CompiledRule[]>
  /** The terms that hold where something other than a rule of the policy allows a use. */
  readonly defaults: Obligations
}

const compiledPolicies = new WeakSet<CompiledPolicy>()

/** True for a policy that `compilePolicy` returned. */
export const isCompiled = (policy: CompiledPolicy): boolean => compiledPolicies.has(policy)

/**
 * The policy that denies every use, in place of a policy that cannot be read and so does not show what the site allows.
 */
const BAN: AskPolicy = { rules: [{ path: ['/'], targets: ['*'], allow: [], deny: ['*'] }] }

/**
 * Makes a policy ready to be asked. One that `readPolicy` has not read is read first; a value that is not a policy
 * becomes one that denies everything.
 */
export function compilePolicy(policy: AskPolicy): CompiledPolicy {
  const compiled = compileRules(knownPolicy(policy) ?? BAN)
  compiledPolicies.add(compiled)
  return compiled
}

function compileRules(policy: AskPolicy): CompiledPolicy {
  const defaults = obligationsOf(policy, {
    attribution: 'required',
    maxExcerpt: null,
    license: null,
  })
  const patternsByRule = policy.rules.map(({ path }) => path.map(compilePath))
  const rulesByUse = new Map<Use | '*', readonly CompiledRule[]>()
  for (const use of [...USES, '*'] as const) {
    const compiled = policy.rules.flatMap((rule, index) => {
      const isDeny = speaksOf(rule.deny, use)
      if (!isDeny && !speaksOf(rule.allow, use)) return []
      const targets = new Set(rule.targets)
      const obligations = obligationsOf(rule, defaults)
      const patterns = patternsByRule[index] ?? []
      return patterns.map((pattern) => ({ pattern, rule: index, isDeny, targets, obligations }))
    })
    rulesByUse.set(
      use,
      compiled.toSorted((a, b) => b.pattern.octets - a.pattern.octets || a.rule - b.rule),
    )
  }
  return { rulesByUse, defaults }
}

const speaksOf = (tokens: AskPolicyRule['allow'], use: Use | '*'): boolean =>
  tokens.includes(use) || tokens.includes('*')

const obligationsOf = (terms: StatedTerms, defaults: Obligations): Obligations => ({
  attribution: terms.attribution ?? defaults.attribution,
  maxExcerpt: terms.maxExcerpt ?? defaults.maxExcerpt,
  license: terms.license ?? defaults.license,
})
