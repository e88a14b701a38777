import type { AskPolicy } from '../../protocol/policy/ask-policy.ts'

/** The policy of a site whose owner set none: it allows and denies nothing, and asks for the source to be named. */
const DEFAULT_POLICY: AskPolicy = { attribution: 'required', rules: [] }

/**
 * Returns the policy of a site that is in force; `stored.policy` is JSON, or null where the owner took the policy away.
 */
export function policyInForce(stored: { policy: string | null } | undefined): AskPolicy {
  if (stored === undefined || stored.policy === null) return DEFAULT_POLICY
  // @NOTE the column is written by us alone, as JSON of a policy that was read.
  return JSON.parse(stored.policy) as AskPolicy
}
