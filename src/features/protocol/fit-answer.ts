import { estimateTokens } from '../../lib/text/estimate-tokens.ts'

/** Names, notes and the marks around an answer cost this much. */
const FRAME_TOKENS = 400

/** What a value costs over both channels of an answer. */
const tokensOf = (value: unknown): number => 2 * estimateTokens(JSON.stringify(value))

/** Keeps the items that fit an answer, in their order, beside what it has in any case; the others are left out whole. */
export function fitAnswer<T>(
  items: readonly T[],
  { tokens, besides }: { tokens: number; besides?: unknown },
): { kept: T[]; omitted: T[] } {
  let left = tokens - FRAME_TOKENS - (besides === undefined ? 0 : tokensOf(besides))
  const kept: T[] = []
  const omitted: T[] = []
  for (const item of items) {
    const cost = tokensOf(item)
    if (cost <= left) {
      kept.push(item)
      left -= cost
    } else omitted.push(item)
  }
  return { kept, omitted }
}
