import { fenceShort } from '../../domain/fence.ts'
import { ANSWER_TOKENS } from '../../kernel/reads/token-budget.ts'
import { estimateTokens } from '../../lib/text/estimate-tokens.ts'
import { MAX_EXCERPTS } from './rank-pages.ts'

export interface FoundItem {
  id: string
  /** A title of our own. */
  title: string
  /** The words of pages and people, which stand behind the title within a fence. */
  foreign?: string
  url: string
  /** The words of a page that fit the search. */
  excerpt?: string
}

type ShownResult = Omit<FoundItem, 'foreign'>

/** Characters of an excerpt. */
const MAX_EXCERPT = 300

/** Characters of a title, as many as a question is kept with; the rest of a page's title says nothing more. */
const MAX_TITLE = 300

/** Tokens around the results. */
const FRAME_TOKENS = 20

/**
 * Keeps the first results, with titles cut and others' words within fences, as many as one answer holds in any
 * language. What room is left goes to the excerpts of the first ones.
 */
export function resultsWithinBudget(results: readonly FoundItem[]): ShownResult[] {
  const kept: ShownResult[] = []
  let left = ANSWER_TOKENS - FRAME_TOKENS
  for (const { id, title, foreign, url } of results) {
    const short =
      title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1).toWellFormed()}…` : title
    const fenced = foreign === undefined ? '' : fenceShort(foreign, MAX_TITLE)
    const result = { id, title: `${short}${fenced}`, url }
    left -= tokensOf(result) + 1
    if (left < 0) break
    kept.push(result)
  }
  for (const [i, result] of kept.slice(0, MAX_EXCERPTS).entries()) {
    const excerpt = excerptOf(results[i]?.excerpt)
    if (excerpt === undefined) continue
    left -= tokensOf({ excerpt })
    if (left < 0) break
    kept[i] = { ...result, excerpt }
  }
  return kept
}

const tokensOf = (value: Partial<ShownResult>): number => estimateTokens(JSON.stringify(value))

const SPACES = /\s+/gu

function excerptOf(text = ''): string | undefined {
  const line = text
    .slice(0, 2 * MAX_EXCERPT)
    .replaceAll(SPACES, ' ')
    .trim()
  return line === '' ? undefined : fenceShort(line, MAX_EXCERPT)
}
