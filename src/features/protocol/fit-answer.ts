import { estimateTokens } from '../../lib/text/estimate-tokens.ts'

/** Names, notes and the marks around an answer cost this much. */
const FRAME_TOKENS = 400

/** What a value costs over both channels of an answer. */
const tokensOf = (value: unknown): number => 2 * estimateTokens(JSON.stringify(value))

interface Fit<T> {
  tokens: number
  /** What the answer has in any case. */
  besides?: unknown
  /** What an item can do without; the item itself where that is nothing. */
  shorten?: (item: T) => T
}

/** Keeps the items that fit an answer, in their order; the others are left out whole. */
export function fitAnswer<T>(
  items: readonly T[],
  { tokens, besides, shorten = (item) => item }: Fit<T>,
): { kept: T[]; omitted: T[] } {
  let left = tokens - FRAME_TOKENS - (besides === undefined ? 0 : tokensOf(besides))
  const kept: T[] = []
  const omitted: T[] = []
  for (const item of items) {
    const fitting = [item, shorten(item)].find((one) => tokensOf(one) <= left)
    if (fitting === undefined) {
      omitted.push(item)
      continue
    }
    kept.push(fitting)
    left -= tokensOf(fitting)
  }
  return { kept, omitted }
}
