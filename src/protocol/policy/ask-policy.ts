/** The uses of the specification; `search` and `train-ai` mean what AIPREF says. */
export const USES = ['answer', 'summarize', 'quote', 'search', 'train-ai'] as const
export type Use = (typeof USES)[number]

export const ATTRIBUTIONS = ['required', 'requested', 'none'] as const
export type Attribution = (typeof ATTRIBUTIONS)[number]

/**
 * The terms that a rule sets for those it allows something, as they are written; an absent term comes from the policy.
 */
export interface StatedTerms {
  readonly attribution?: Attribution
  /** Characters per answer. */
  readonly maxExcerpt?: number
  /** Address of the terms. */
  readonly license?: string
}

/** A rule as it was read: lists everywhere, with what is the default written out. */
export interface AskPolicyRule extends StatedTerms {
  readonly path: readonly string[]
  readonly targets: readonly string[]
  readonly allow: readonly (Use | '*')[]
  readonly deny: readonly (Use | '*')[]
}

export interface AskPolicy extends StatedTerms {
  readonly rules: readonly AskPolicyRule[]
}

/** A layer knows nothing more than these; `unknown` is never a grant. */
export type UseDecision = 'allow' | 'deny' | 'unknown'

/** The terms that hold for a use that is allowed; null where the policy says nothing. */
export interface Obligations {
  readonly attribution: Attribution
  readonly maxExcerpt: number | null
  readonly license: string | null
}

export const isUse = (token: string): token is Use => USES.some((use) => use === token)
