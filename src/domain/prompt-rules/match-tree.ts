import { foldForComparison } from './rule-subject.ts'
import type { RuleMatch } from './rule-input.ts'

/** Kinds of conditions over words of a page, which are found by look-ups that cost the same however many rules ask. */
export type WordKind =
  'path' | 'host' | 'type' | 'language' | 'title' | 'tag' | 'schemaType' | 'author' | 'status'

/** Conditions over numbers of a page. */
export type NumberKind = 'wordCount' | 'publishedAt'

/**
 * One comparison of a rule with a page. A `key` is looked for in the form that a `ComparableSubject` has; a number must
 * be from `from` to `to`, both included.
 */
export type RuleComparison =
  { kind: WordKind; key: string } | { kind: NumberKind; from: number; to: number }

/** The conditions of a rule as a tree: comparisons, joined by all, any and not. */
export type MatchTree =
  | { is: 'comparison'; comparison: RuleComparison }
  | { is: 'all' | 'any'; of: readonly MatchTree[] }
  | { is: 'not'; of: MatchTree }

/** Reads a rule's conditions into a tree, in which those that are often false come first. */
export function matchTree(match: RuleMatch): MatchTree {
  const { any, not } = match
  const parts: MatchTree[] = comparisonsOf(match).map((comparison) => ({
    is: 'comparison',
    comparison,
  }))
  if (not) parts.push({ is: 'not', of: matchTree(not) })
  if (any) parts.push({ is: 'any', of: any.map(matchTree) })
  const [only] = parts
  return only && parts.length === 1 ? only : { is: 'all', of: parts }
}

function comparisonsOf(match: RuleMatch): RuleComparison[] {
  const { titleContains, tag, authorContains, path, type, schemaType, host, language, status } =
    match
  const words: [WordKind, string | undefined][] = [
    ['title', titleContains && foldForComparison(titleContains)],
    ['tag', tag && foldForComparison(tag)],
    ['author', authorContains && foldForComparison(authorContains)],
    ['path', path],
    ['type', type],
    ['schemaType', schemaType && foldForComparison(schemaType)],
    ['host', host?.toLowerCase()],
    ['language', language?.toLowerCase()],
    ['status', status],
  ]
  return [
    ...words.flatMap(([kind, key]) => (key === undefined ? [] : [{ kind, key }])),
    ...numbersOf(match),
  ]
}

function numbersOf({ wordCount, publishedAfter, publishedBefore }: RuleMatch): RuleComparison[] {
  const { gte = 0, lte = Infinity } = wordCount ?? {}
  const from = publishedAfter === undefined ? -Infinity : Date.parse(publishedAfter)
  const to = publishedBefore === undefined ? Infinity : Date.parse(publishedBefore) - 1
  return [
    ...(wordCount ? [{ kind: 'wordCount' as const, from: gte, to: lte }] : []),
    ...((publishedAfter ?? publishedBefore) === undefined
      ? []
      : [{ kind: 'publishedAt' as const, from, to }]),
  ]
}
