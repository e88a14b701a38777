import { fold } from './page-facts.ts'
import type { RuleMatch } from './rule-input.ts'
import type { Spans } from './spans.ts'

/** Conditions whose answer a page has after a few look-ups, whatever their number. */
export const FINDABLE = [
  'path',
  'host',
  'type',
  'language',
  'title',
  'tag',
  'schemaType',
  'author',
  'status',
] as const
export type Findable = (typeof FINDABLE)[number]

/** Numbers of a page that rules ask about. */
export type SpanKind = 'wordCount' | 'publishedAt'

/** One comparison; `key` is what is looked for, in the form in which page facts have it. */
export type Comparison = { kind: Findable; key: string } | { kind: SpanKind; spans: Spans }

/** What a rule asks: comparisons, joined as its words say. */
export type MatchTree<C = Comparison> =
  | { is: 'comparison'; comparison: C }
  | { is: 'all' | 'any'; of: readonly MatchTree<C>[] }
  | { is: 'not'; of: MatchTree<C> }

/** Reads a rule's conditions, those that are cheap and often false first. */
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

function comparisonsOf(match: RuleMatch): Comparison[] {
  const { titleContains, tag, authorContains, path, type, schemaType, host, language, status } =
    match
  const sought: [Findable, string | undefined][] = [
    ['title', titleContains && fold(titleContains)],
    ['tag', tag && fold(tag)],
    ['author', authorContains && fold(authorContains)],
    ['path', path],
    ['type', type],
    ['schemaType', schemaType && fold(schemaType)],
    ['host', host?.toLowerCase()],
    ['language', language?.toLowerCase()],
    ['status', status],
  ]
  const findable = sought.flatMap(([kind, key]) => (key === undefined ? [] : [{ kind, key }]))
  return [...findable, ...spansOf(match)]
}

function spansOf({ wordCount, publishedAfter, publishedBefore }: RuleMatch): Comparison[] {
  const spans: Comparison[] = []
  if (wordCount) {
    const { gte = 0, lte = Infinity } = wordCount
    spans.push({ kind: 'wordCount', spans: [[gte, lte]] })
  }
  if (publishedAfter !== undefined) {
    spans.push({ kind: 'publishedAt', spans: [[Date.parse(publishedAfter), Infinity]] })
  }
  if (publishedBefore !== undefined) {
    const to = Date.parse(publishedBefore) - 1
    spans.push({ kind: 'publishedAt', spans: [[-Infinity, to]] })
  }
  return spans
}
