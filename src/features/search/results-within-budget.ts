import { fenceShort } from '../../domain/fence.ts'
import { ANSWER_TOKENS } from '../../kernel/reads/token-budget.ts'
import { estimateTokens } from '../../lib/text/estimate-tokens.ts'
import { MAX_EXCERPTS } from './rank-pages.ts'

export interface FoundItem {
  id: string
  /** The part of the title that is the service's own words. */
  title: string
  /** The part of the title that pages and people wrote; it follows `title` in a fence. */
  foreign?: string
  url: string
  /** The words of a page that fit the search best. */
  excerpt?: string
}

type ShownResult = Omit<FoundItem, 'foreign'>

/** The most characters of an excerpt. */
const MAX_EXCERPT = 300

/** The most characters of a title, as many as a stored question has; the rest of a page's title says nothing more. */
const MAX_TITLE = 300

/** The number of tokens around the results. */
const FRAME_TOKENS = 20

/**
 * Keeps the first results, as many as one answer holds in any language, with titles cut and the words of others in
 * fences. The room that is left goes to the excerpts of the first results.
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
