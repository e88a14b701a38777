import { fenceShort } from '../../domain/fence.ts'
import { ANSWER_TOKENS } from '../../kernel/token-budget.ts'
import { estimateTokens } from '../../lib/text/estimate-tokens.ts'

export interface FoundItem {
  id: string
  /** A title of our own. */
  title: string
  /** The words of pages and people, which stand behind the title within a fence. */
  foreign?: string
  url: string
}

type ShownResult = Omit<FoundItem, 'foreign'>

/** Characters of a title, as many as a question is kept with; the rest of a page's title says nothing more. */
const MAX_TITLE = 300

/** Tokens around the results. */
const FRAME_TOKENS = 20

/**
 * Keeps the first results, with titles cut and visitors' words within fences, as many as one answer holds in any
 * language.
 */
export function resultsWithinBudget(results: readonly FoundItem[]): ShownResult[] {
  const kept: ShownResult[] = []
  let left = ANSWER_TOKENS - FRAME_TOKENS
  for (const { id, title, foreign, url } of results) {
    const short =
      title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1).toWellFormed()}…` : title
    const fenced = foreign === undefined ? '' : fenceShort(foreign, MAX_TITLE)
    const result = { id, title: `${short}${fenced}`, url }
    left -= estimateTokens(JSON.stringify(result)) + 1
    if (left < 0) break
    kept.push(result)
  }
  return kept
}
