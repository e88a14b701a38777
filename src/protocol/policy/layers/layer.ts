import type { UseDecision } from '../ask-policy.ts'

export type LayerName =
  | 'policy'
  | 'ask_policy_header'
  | 'ask_policy_meta'
  | 'content_usage_header'
  | 'robots_disallow'
  | 'robots_content_usage'
  | 'robots_content_signal'
  | 'tdmrep'

/**
 * The reason of a layer's decision. `allow_grants_nothing`: robots.txt lets the page be fetched, which says nothing of
 * its use.
 */
export type LayerReason =
  'rule_matched' | 'no_rule' | 'allow_grants_nothing' | 'malformed' | 'unreadable_url'

/** The decision of one layer, with the rule that made it. */
export interface LayerAnswer {
  readonly layer: LayerName
  readonly decision: UseDecision
  /** The rule that won: its index in the policy, or its text in any other layer; null where no rule won. */
  readonly rule: number | string | null
  readonly reason: LayerReason
  /** The most characters of a quotation in one answer that an allowing layer asks for. */
  readonly maxExcerpt?: number
}

export const noRule = (layer: LayerName): LayerAnswer => ({
  layer,
  decision: 'unknown',
  rule: null,
  reason: 'no_rule',
})

export const malformed = (layer: LayerName): LayerAnswer => ({
  layer,
  decision: 'unknown',
  rule: null,
  reason: 'malformed',
})

/** Combines decisions by AIPREF's rule: `deny` where any denies, else `allow` where any allows, else `unknown`. */
export function combineDecisions(decisions: readonly UseDecision[]): UseDecision {
  if (decisions.includes('deny')) return 'deny'
  return decisions.includes('allow') ? 'allow' : 'unknown'
}

/** The most characters of a rule that are shown; a line of robots.txt may be long. */
const MAX_SHOWN_CHARS = 200

/** Returns the text of a rule, cut to the length that people are shown. */
export const shownRule = (text: string): string => text.slice(0, MAX_SHOWN_CHARS)
