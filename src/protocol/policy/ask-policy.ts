/** The uses of the specification; `search` and `train-ai` mean what AIPREF says. */
export const USES = ['answer', 'summarize', 'quote', 'search', 'train-ai'] as const
export type Use = (typeof USES)[number]

export const ATTRIBUTIONS = ['required', 'requested', 'none'] as const
export type Attribution = (typeof ATTRIBUTIONS)[number]

/** The terms of a rule that allows something, as they are written; an absent one is taken from the policy. */
export interface StatedTerms {
  readonly attribution?: Attribution
  /** The most characters of a quotation in one answer. */
  readonly maxExcerpt?: number
  /** The address of the site's terms. */
  readonly license?: string
}

/** A rule as it was read: every member that may be one value is a list, and defaults are written out. */
export interface AskPolicyRule extends StatedTerms {
  readonly path: readonly string[]
  readonly targets: readonly string[]
  readonly allow: readonly (Use | '*')[]
  readonly deny: readonly (Use | '*')[]
}

export interface AskPolicy extends StatedTerms {
  readonly rules: readonly AskPolicyRule[]
}

/** The decision of a layer about a use. `unknown` says nothing, and is never a grant. */
export type UseDecision = 'allow' | 'deny' | 'unknown'

/** The terms that hold for a use that is allowed; null for a term that the policy does not state. */
export interface Obligations {
  readonly attribution: Attribution
  readonly maxExcerpt: number | null
  readonly license: string | null
}

export const isUse = (token: string): token is Use => USES.some((use) => use === token)
