import { ComparisonTable, type Num } from './comparison-table.ts'
import { DecisionWriter, NO, YES, type DecisionCode } from './decision-code.ts'
import { FactFinder } from './fact-finder.ts'
import { FINDABLE, matchTree, type Findable, type MatchTree } from './match-tree.ts'
import { comparisonsIn, killersOf, needsOf, type Weigh } from './needs.ts'
import type { ReadFacts } from './page-facts.ts'
import { addBit, addTo, GrowingSet, hasBit, type Addition, type Bits } from './rule-bits.ts'
import type { RuleMatch } from './rule-input.ts'
import { simplifyTree } from './simplify-tree.ts'

/** How much of a site a comparison usually leaves, of each kind. */
const WEIGHTS: Readonly<Record<Findable, number>> = {
  path: 1,
  title: 1,
  tag: 1,
  author: 2,
  type: 4,
  schemaType: 4,
  language: 8,
  status: 8,
  host: 8,
}

/**
 * Says which of many rules match a page. It finds the comparisons that hold, and from them, by sets of rules, those
 * rules that they leave undecided; only these are decided one by one. Worst for rules whose comparisons mostly hold
 * and which match for no single one of them; even these cost a look-up a comparison.
 */
export class RuleIndex {
  readonly #finder: FactFinder
  readonly #code: DecisionCode
  /** Where each rule's decision begins. */
  readonly #starts: Int32Array
  /** Rules for which something holds that they need: one set for each kind that can leave rules out. */
  readonly #needed: GrowingSet[] = []
  /** Rules about which something was found, or may not be found. */
  readonly #touched: GrowingSet
  /** Rules for which something holds that they forbid. */
  readonly #killed: GrowingSet
  /** Rules that match a page about which nothing of theirs was found. */
  readonly #untouchedYes: Bits
  /** Per comparison: what it brings to which set. */
  readonly #effects: { bits: Bits; addition: Addition }[][]

  /** Numbers the rules as they stand. Throws SyntaxError if a glob is none. */
  constructor(matches: readonly RuleMatch[]) {
    const words = Math.ceil(matches.length / 32)
    const table = new ComparisonTable()
    const trees = matches.map((match) => table.number(simplifyTree(matchTree(match))))
    const writer = new DecisionWriter()
    this.#starts = Int32Array.from(trees, (tree) => writer.write(tree))
    this.#code = writer.end(table.placeOf)
    this.#finder = new FactFinder(table)
    this.#touched = new GrowingSet(words)
    this.#killed = new GrowingSet(words)
    this.#untouchedYes = new Uint32Array(words)
    trees.forEach((tree, n) => this.#note(tree, n))
    this.#addNeeds(trees, table, words)
    this.#effects = effectsOf([...this.#needed, this.#touched, this.#killed], table.kinds.length)
  }

  #note(tree: MatchTree<Num>, n: number): void {
    const nums = new Set(comparisonsIn(tree))
    for (const num of nums) {
      if (num < 0) addBit(this.#touched.start, n)
      else this.#touched.bring(num, n)
    }
    for (const num of killersOf(tree)) this.#killed.bring(num, n)
    if (this.#decide(n)) addBit(this.#untouchedYes, n)
  }

  #addNeeds(trees: readonly MatchTree<Num>[], { kinds }: ComparisonTable, words: number): void {
    const kindOf = (num: Num) => (num < 0 ? undefined : kinds[num])
    const weighAll: Weigh = (num) => {
      const kind = kindOf(num)
      return kind === undefined ? 0 : WEIGHTS[kind]
    }
    const ways = FINDABLE.filter((kind) => kinds.includes(kind)).map<Weigh>(
      (kind) => (num) => (kindOf(num) === kind ? 1 : 0),
    )
    for (const weigh of [...ways, weighAll]) {
      const needed = new GrowingSet(words)
      let needing = 0
      trees.forEach((tree, n) => {
        const needs = needsOf(tree, weigh)
        if (needs === undefined) addBit(needed.start, n)
        else needing++
        for (const num of needs ?? []) needed.bring(num, n)
      })
      if (needing > 0) this.#needed.push(needed)
    }
  }

  /** Calls `visit` with the number of each rule that the facts match, ascending, until it answers `true`. */
  visitMatches(facts: ReadFacts, visit: (n: number) => boolean): void {
    this.#look(facts)
    const { bits: touched } = this.#touched
    for (let word = 0; word < touched.length; word++) {
      let left = ((touched[word] ?? 0) | (this.#untouchedYes[word] ?? 0)) & ~this.#killedIn(word)
      for (const { bits } of this.#needed) left &= bits[word] ?? 0
      while (left !== 0) {
        const lowest = left & -left
        const n = word * 32 + 31 - Math.clz32(lowest)
        if ((!hasBit(touched, n) || this.#decide(n)) && visit(n)) return
        left ^= lowest
      }
    }
  }

  #killedIn(word: number): number {
    return this.#killed.bits[word] ?? 0
  }

  #look(facts: ReadFacts): void {
    for (const { bits, start } of this.#needed) bits.set(start)
    this.#touched.bits.set(this.#touched.start)
    this.#killed.bits.set(this.#killed.start)
    this.#finder.look(facts)
    for (const num of this.#finder.found) {
      for (const { bits, addition } of this.#effects[num] ?? []) addTo(bits, addition)
    }
  }

  /** Whether a rule matches what was looked at last. */
  #decide(n: number): boolean {
    const { asks, ifTrue, ifFalse } = this.#code
    const { truth } = this.#finder
    let step = this.#starts[n] ?? NO
    while (step >= 0) {
      step = (truth[asks[step] ?? 0] === 1 ? ifTrue[step] : ifFalse[step]) ?? NO
    }
    return step === YES
  }
}

function effectsOf(sets: readonly GrowingSet[], comparisons: number) {
  const effects = Array.from(
    { length: comparisons },
    (): { bits: Bits; addition: Addition }[] => [],
  )
  for (const set of sets) {
    for (const [num, addition] of set.additions()) {
      effects[num]?.push({ bits: set.bits, addition })
    }
  }
  return effects
}
