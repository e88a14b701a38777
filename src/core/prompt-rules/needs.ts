import type { Num } from './comparison-table.ts'
import type { MatchTree } from './match-tree.ts'

type Nums = ReadonlySet<Num>
const NONE: Nums = new Set()

/** How much of a site a comparison leaves, roughly; 0 for one that is not looked for. */
export type Weigh = (num: Num) => number

/**
 * Comparisons of which at least one must hold, or the tree is not what is wanted; undefined if there are no such. Of
 * several such sets the one that weighs least.
 */
export function needsOf(tree: MatchTree<Num>, weigh: Weigh, wanted = true): Nums | undefined {
  if (tree.is === 'comparison') {
    return wanted && weigh(tree.comparison) > 0 ? new Set([tree.comparison]) : undefined
  }
  if (tree.is === 'not') return needsOf(tree.of, weigh, !wanted)
  const needs = tree.of.map((part) => needsOf(part, weigh, wanted))
  return isEachNeeded(tree, wanted) ? lightest(needs, weigh) : union(needs)
}

/** Comparisons of which none may hold, or the tree is not what is wanted. */
export function killersOf(tree: MatchTree<Num>, wanted = true): Nums {
  if (tree.is === 'comparison') {
    return !wanted && tree.comparison >= 0 ? new Set([tree.comparison]) : NONE
  }
  if (tree.is === 'not') return killersOf(tree.of, !wanted)
  const [only] = tree.of
  if (only && tree.of.length === 1) return killersOf(only, wanted)
  if (!isEachNeeded(tree, wanted)) return NONE
  return new Set(tree.of.flatMap((part) => [...killersOf(part, wanted)]))
}

/** Every comparison of a tree. */
export function comparisonsIn(tree: MatchTree<Num>): Num[] {
  if (tree.is === 'comparison') return [tree.comparison]
  return tree.is === 'not' ? comparisonsIn(tree.of) : tree.of.flatMap(comparisonsIn)
}

/** Whether all parts must be what is wanted of the whole: each of `all` to hold, each of `any` not to. */
const isEachNeeded = ({ is }: MatchTree<Num>, wanted: boolean): boolean => (is === 'all') === wanted

function lightest(sets: readonly (Nums | undefined)[], weigh: Weigh): Nums | undefined {
  let best: Nums | undefined
  let least = Infinity
  for (const set of sets) {
    if (set === undefined) continue
    let weight = 0
    for (const num of set) weight += weigh(num)
    if (weight < least) {
      best = set
      least = weight
    }
  }
  return best
}

function union(sets: readonly (Nums | undefined)[]): Nums | undefined {
  const all = new Set<Num>()
  for (const set of sets) {
    if (set === undefined) return undefined
    for (const num of set) all.add(num)
  }
  return all
}
