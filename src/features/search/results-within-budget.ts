import { ANSWER_TOKENS, estimateTokens } from '../../core/budget.ts'

interface Result {
  id: string
  title: string
  url: string
}

/** As long as a question is kept; a page’s title may be longer, and says nothing more. */
const MAX_TITLE = 300

/** For what stands around the results. */
const FRAME_TOKENS = 20

/** The first results, with titles that are not too long, as many as one answer holds in any language. */
export function resultsWithinBudget(results: readonly Result[]): Result[] {
  const kept: Result[] = []
  let left = ANSWER_TOKENS - FRAME_TOKENS
  for (const { id, title, url } of results) {
    const short =
      title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1).toWellFormed()}…` : title
    const result = { id, title: short, url }
    left -= estimateTokens(JSON.stringify(result)) + 1
    if (left < 0) break
    kept.push(result)
  }
  return kept
}
