import type { MatchTree, SpanKind } from './match-tree.ts'
import { intersectionOf, unionOf, type Spans } from './spans.ts'

/**
 * The same conditions with `not` at comparisons alone, nothing nested that could stand beside, and the spans of one
 * number that stand together made one.
 */
export function simplifyTree(tree: MatchTree, isNegated = false): MatchTree {
  if (tree.is === 'comparison') return isNegated ? { is: 'not', of: tree } : tree
  if (tree.is === 'not') return simplifyTree(tree.of, !isNegated)
  const is = (tree.is === 'all') === isNegated ? 'any' : 'all'
  const parts = tree.of.flatMap((part) => {
    const simple = simplifyTree(part, isNegated)
    return simple.is === is ? simple.of : [simple]
  })
  const merged = mergeSpans(is, parts)
  const [only] = merged
  return only && merged.length === 1 ? only : { is, of: merged }
}

interface Found {
  kind: SpanKind
  isNegated: boolean
  spans: Spans
}

function mergeSpans(is: 'all' | 'any', parts: readonly MatchTree[]): MatchTree[] {
  const merged = new Map<string, Found>()
  for (const found of parts.flatMap((part) => spansIn(part) ?? [])) {
    const key = `${found.kind} ${found.isNegated}`
    const before = merged.get(key)
    merged.set(key, before ? { ...found, spans: joined(is, before, found) } : found)
  }
  const others = parts.filter((part) => spansIn(part) === undefined)
  return [
    ...others.filter(isPlain),
    ...[...merged.values()].map(treeOf),
    ...others.filter((part) => !isPlain(part)),
  ]
}

/** All of several negated spans: none of them, so not their union. */
const joined = (is: 'all' | 'any', a: Found, b: Found): Spans =>
  (is === 'any') === a.isNegated
    ? intersectionOf(a.spans, b.spans)
    : unionOf([...a.spans, ...b.spans])

function spansIn(part: MatchTree): Found | undefined {
  const inner = part.is === 'not' ? part.of : part
  if (inner.is !== 'comparison' || 'key' in inner.comparison) return undefined
  return { ...inner.comparison, isNegated: part.is === 'not' }
}

function treeOf({ kind, spans, isNegated }: Found): MatchTree {
  const tree: MatchTree = { is: 'comparison', comparison: { kind, spans } }
  return isNegated ? { is: 'not', of: tree } : tree
}

const isPlain = ({ is }: MatchTree): boolean => is === 'comparison' || is === 'not'
