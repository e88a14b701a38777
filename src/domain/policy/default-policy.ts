import type { AskPolicy } from '../../protocol/policy/ask-policy.ts'

/** The policy of a site whose owner set none: it allows and denies nothing, and asks for the source to be named. */
export const DEFAULT_POLICY: AskPolicy = { attribution: 'required', rules: [] }
