import { ActionMerger, type MergedActions } from './merge-actions.ts'
import { toComparable, type RuleSubject } from './rule-subject.ts'
import type { PromptRule } from './rule-input.ts'
import { RuleMatcher } from './rule-matcher.ts'

/** A site's rules, made ready for any number of pages. */
export interface CompiledRules {
  /** The enabled rules, in their order. */
  rules: readonly Pick<PromptRule, 'id' | 'stop'>[]
  matcher: RuleMatcher
  merger: ActionMerger
}

export interface AppliedRules extends MergedActions {
  /** Ids of the rules that matched, in their order, even those that found everything decided by earlier rules. */
  matched: string[]
}

/**
 * Reads a site's rules, once for each revision. They act in ascending position, and by id where positions are equal.
 * Throws SyntaxError for an invalid glob, which `RuleMatch` refuses.
 */
export function compileRules(rules: readonly PromptRule[]): CompiledRules {
  const ordered = enabledInOrder(rules)
  return {
    rules: ordered.map(({ id, stop }) => ({ id, stop })),
    matcher: new RuleMatcher(ordered.map(({ match }) => match)),
    merger: new ActionMerger(ordered),
  }
}

/** Returns the rules that are enabled, in the order in which they act. */
export const enabledInOrder = (rules: readonly PromptRule[]): PromptRule[] =>
  rules.filter(({ enabled }) => enabled).toSorted(byPosition)

const byPosition = (a: PromptRule, b: PromptRule): number =>
  a.position - b.position || (a.id < b.id ? -1 : Number(a.id > b.id))

/**
 * Decides about a page by a site's rules, and says which rule decided what. A single value is that of the first rule
 * that sets it; lists hold the items of all rules, each once, up to `PAGE_LIMITS`: once a list is full, `dropped` names
 * the first rule that found no room, and no later rule adds to it. A rule with `stop` acts, and is the last. Rules see
 * the page as it was found, and not what other rules set. The answer shares values with the rules, and is not to be
 * changed.
 */
export function applyRules(
  page: RuleSubject,
  { rules, matcher, merger }: CompiledRules,
): AppliedRules {
  const matches: number[] = []
  const matched: string[] = []
  for (const n of matcher.matchesOf(toComparable(page))) {
    const rule = rules[n]
    if (!rule) continue
    matches.push(n)
    matched.push(rule.id)
    if (rule.stop) break
  }
  return { ...merger.merge(matches), matched }
}
