import { estimateTokens } from '../../lib/text/estimate-tokens.ts'

/** The tokens of the names, notes and marks around an answer. */
const FRAME_TOKENS = 400

/** Estimates the tokens of a value, which is in an answer twice: as text and as structured content. */
const tokensOf = (value: unknown): number => 2 * estimateTokens(JSON.stringify(value))

interface Fit<T> {
  tokens: number
  /** The part of the answer that does not depend on the items. */
  besides?: unknown
  /** Returns an item without its optional parts; the item itself where it has none. */
  shorten?: (item: T) => T
}

/** Returns the items that fit an answer, in their order, and those that are left out whole. */
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
