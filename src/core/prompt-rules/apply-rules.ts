import { compileMatch, type Test } from './compile-match.ts'
import { compileActions, emptyDraft, type Effect } from './merge-actions.ts'
import { readFacts, type PageFacts } from './page-facts.ts'
import { indexRules, visitCandidates, type RuleIndex } from './rule-index.ts'
import type { PromptRule } from './rule-input.ts'
import type { RuleExplanation, RuleResult } from './rule-result.ts'

interface CompiledRule {
  id: string
  test: Test
  effects: readonly Effect[]
  stop: boolean
}

/** A site's rules, made ready for any number of pages. */
export interface CompiledRules {
  /** Those that are enabled, in their order. */
  rules: readonly CompiledRule[]
  index: RuleIndex
}

export interface AppliedRules {
  result: RuleResult
  /** Ids of the rules that matched, in their order; also of those that an earlier rule left nothing to decide. */
  matched: string[]
  explain: RuleExplanation
}

/**
 * Reads a site's rules once a revision. They act in ascending position, and by id where positions are equal. Throws
 * SyntaxError if a glob is none, which `RuleMatch` refuses.
 */
export function compileRules(rules: readonly PromptRule[]): CompiledRules {
  const ordered = rules.filter(({ enabled }) => enabled).toSorted(byPosition)
  return {
    rules: ordered.map(({ id, match, actions, stop }) => ({
      id,
      test: compileMatch(match),
      effects: compileActions(id, actions),
      stop,
    })),
    index: indexRules(ordered.map(({ match }) => match)),
  }
}

const byPosition = (a: PromptRule, b: PromptRule): number =>
  a.position - b.position || (a.id < b.id ? -1 : Number(a.id > b.id))

/**
 * What a site's rules decide about a page, and which rule decided what. Single values are as the first rule says that
 * sets them; lists are those of all rules, each item once. A rule with `stop` acts, and is the last. Rules see the page as
 * it was found: what one sets, the next does not match. The answer shares values with the rules and is not to be changed.
 */
export function applyRules(page: PageFacts, { rules, index }: CompiledRules): AppliedRules {
  const facts = readFacts(page)
  const draft = emptyDraft()
  const matched: string[] = []
  visitCandidates(index, facts, (n) => {
    const rule = rules[n]
    if (!rule?.test(facts)) return false
    matched.push(rule.id)
    for (const effect of rule.effects) effect(draft)
    return rule.stop
  })
  return { result: draft.result, matched, explain: draft.explain }
}
