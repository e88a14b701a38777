import { ActionMerger } from './merge-actions.ts'
import { readFacts, type PageFacts } from './page-facts.ts'
import { RuleIndex } from './rule-index.ts'
import type { PromptRule } from './rule-input.ts'
import type { RuleExplanation, RuleResult } from './rule-result.ts'

interface CompiledRule {
  id: string
  stop: boolean
}

/** A site's rules, made ready for any number of pages. */
export interface CompiledRules {
  /** Those that are enabled, in their order. */
  rules: readonly CompiledRule[]
  index: RuleIndex
  merger: ActionMerger
  /** Answers that were given lately, by the rules that matched. */
  recent: Map<string, AppliedRules>
}

export interface AppliedRules {
  result: RuleResult
  /** Ids of the rules that matched, in their order; also of those that an earlier rule left nothing to decide. */
  matched: string[]
  explain: RuleExplanation
}

/** Neighbouring pages match the same rules; more answers than these are not kept. */
const MAX_RECENT = 32

/**
 * Reads a site's rules once a revision. They act in ascending position, and by id where positions are equal. Throws
 * SyntaxError if a glob is none, which `RuleMatch` refuses.
 */
export function compileRules(rules: readonly PromptRule[]): CompiledRules {
  const ordered = inOrder(rules)
  return {
    rules: ordered.map(({ id, stop }) => ({ id, stop })),
    index: new RuleIndex(ordered.map(({ match }) => match)),
    merger: new ActionMerger(ordered),
    recent: new Map(),
  }
}

/** The rules that are enabled, in the order in which they act. */
export const inOrder = (rules: readonly PromptRule[]): PromptRule[] =>
  rules.filter(({ enabled }) => enabled).toSorted(byPosition)

const byPosition = (a: PromptRule, b: PromptRule): number =>
  a.position - b.position || (a.id < b.id ? -1 : Number(a.id > b.id))

/**
 * What a site's rules decide about a page, and which rule decided what. Single values are as the first rule says that
 * sets them; lists are those of all rules, each item once. A rule with `stop` acts, and is the last. Rules see the page as
 * it was found: what one sets, the next does not match. The answer shares values with the rules and with answers about
 * other pages, and is not to be changed.
 */
export function applyRules(page: PageFacts, compiled: CompiledRules): AppliedRules {
  const { rules, index, recent } = compiled
  const matches: number[] = []
  index.visitMatches(readFacts(page), (n) => {
    matches.push(n)
    return rules[n]?.stop ?? true
  })
  // @NOTE a number of a rule is one character; there would have to be 65,536 rules for two to share theirs.
  const key = rules.length < 65_536 ? String.fromCharCode(...matches) : undefined
  const known = key === undefined ? undefined : recent.get(key)
  if (known) return known
  const applied = mergeMatches(compiled, matches)
  if (key !== undefined) {
    if (recent.size >= MAX_RECENT) recent.clear()
    recent.set(key, applied)
  }
  return applied
}

function mergeMatches({ rules, merger }: CompiledRules, matches: readonly number[]): AppliedRules {
  const { result, explain } = merger.merge(matches)
  const matched: string[] = []
  for (const n of matches) {
    const rule = rules[n]
    if (rule) matched.push(rule.id)
  }
  return { result, matched, explain }
}
