import { ComparisonFinder, ComparisonTable } from './comparisons.ts'
import { matchTree, type MatchTree } from './match-tree.ts'
import type { ComparableSubject } from './rule-subject.ts'
import type { RuleMatch } from './rule-input.ts'

/** The ends of a decision, in place of the number of a next step. */
const YES = -1
const NO = -2

/** A step of a decision: the number of a comparison and, for either answer, the next step or the end. */
interface Step {
  comparison: number
  ifTrue: number
  ifFalse: number
}

/**
 * Finds which of many rules match a page. First it finds the comparisons that hold, at a cost that hardly depends on
 * their number. They leave some rules as candidates, and each of these is decided step by step.
 */
export class RuleMatcher {
  readonly #finder: ComparisonFinder
  /**
   * The rules that are candidates where a comparison holds, by its number: each needs one of the comparisons under
   * which it is listed.
   */
  readonly #rulesByNeed = new Map<number, number[]>()
  /** An array with 1 for rules that are under no comparison, and so candidates for every page. */
  readonly #always: Uint8Array
  /** An array with 1 for rules that may match the page that was looked at last. */
  readonly #candidates: Uint8Array
  /** By rule, the index of the first step of its decision among the steps of all rules. */
  readonly #starts: Int32Array
  // Each field of `Step` has an array: a page may take 10,000 steps.
  readonly #comparisons: Int32Array
  readonly #ifTrue: Int32Array
  readonly #ifFalse: Int32Array

  /**
   * Prepares the conditions of rules, which are numbered in the given order. Throws SyntaxError for an invalid glob.
   */
  constructor(matches: readonly RuleMatch[]) {
    const table = new ComparisonTable()
    const trees = matches.map(matchTree)
    const steps: Step[] = []
    this.#starts = Int32Array.from(trees, (tree) => addSteps(steps, tree, table, YES, NO))
    this.#comparisons = Int32Array.from(steps, ({ comparison }) => comparison)
    this.#ifTrue = Int32Array.from(steps, ({ ifTrue }) => ifTrue)
    this.#ifFalse = Int32Array.from(steps, ({ ifFalse }) => ifFalse)
    this.#always = new Uint8Array(trees.length)
    this.#candidates = new Uint8Array(trees.length)
    trees.forEach((tree, n) => this.#list(n, needsOf(tree, table)))
    this.#finder = new ComparisonFinder(table)
  }

  #list(n: number, needs: readonly number[] | undefined): void {
    if (needs === undefined) this.#always[n] = 1
    for (const need of needs ?? []) {
      const rules = this.#rulesByNeed.get(need)
      if (rules) rules.push(n)
      else this.#rulesByNeed.set(need, [n])
    }
  }

  /** Returns the numbers of the rules that the facts match, ascending. */
  matchesOf(facts: ComparableSubject): number[] {
    this.#finder.look(facts)
    this.#candidates.set(this.#always)
    for (const num of this.#finder.found) {
      for (const n of this.#rulesByNeed.get(num) ?? []) this.#candidates[n] = 1
    }
    const matches: number[] = []
    for (let n = 0; n < this.#candidates.length; n++) {
      if (this.#candidates[n] === 1 && this.#decide(n)) matches.push(n)
    }
    return matches
  }

  /** Decides whether a rule matches the page that was looked at last. */
  #decide(n: number): boolean {
    const { truth } = this.#finder
    let step = this.#starts[n] ?? NO
    while (step >= 0) {
      const holds = truth[this.#comparisons[step] ?? 0] === 1
      step = (holds ? this.#ifTrue[step] : this.#ifFalse[step]) ?? NO
    }
    return step === YES
  }
}

/** Adds the steps of a decision, its last one first; returns the one that the decision begins with. */
function addSteps(
  steps: Step[],
  tree: MatchTree,
  table: ComparisonTable,
  ifTrue: number,
  ifFalse: number,
): number {
  switch (tree.is) {
    case 'comparison':
      return steps.push({ comparison: table.numOf(tree.comparison), ifTrue, ifFalse }) - 1
    case 'not':
      return addSteps(steps, tree.of, table, ifFalse, ifTrue)
    case 'all':
      return tree.of.reduceRight((to, part) => addSteps(steps, part, table, to, ifFalse), ifTrue)
    case 'any':
      return tree.of.reduceRight((to, part) => addSteps(steps, part, table, ifTrue, to), ifFalse)
  }
}

/** Finds comparisons over words of which one must hold for the tree to hold; undefined if it may hold without any. */
function needsOf(tree: MatchTree, table: ComparisonTable): readonly number[] | undefined {
  if (tree.is === 'comparison') {
    return 'key' in tree.comparison ? [table.numOf(tree.comparison)] : undefined
  }
  if (tree.is === 'not') return undefined
  const needs = tree.of.map((part) => needsOf(part, table))
  const known = needs.filter((need) => need !== undefined)
  if (tree.is === 'all') return known.toSorted((a, b) => a.length - b.length)[0]
  return known.length === needs.length ? known.flat() : undefined
}
