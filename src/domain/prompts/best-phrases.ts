import type { PhraseTable } from './phrase-table.ts'

/**
 * Returns the `max` phrases of a list with the highest score (occurrences times words), highest first, then by key.
 * Keys are only built where scores are equal.
 */
export function bestPhrases(
  table: PhraseTable,
  phrases: readonly number[],
  max: number,
): readonly number[] {
  const scoreOf = (phrase: number): number => table.tfOf(phrase) * table.wordsIn(phrase)
  const scores = new Int32Array(phrases.length)
  for (let i = 0; i < phrases.length; i++) scores[i] = scoreOf(phrases[i] ?? 0)
  const bar = scores.toSorted().at(-max) ?? 0
  const keys = new Map<number, string>()
  const keyOf = (phrase: number): string => {
    const known = keys.get(phrase) ?? table.keyOf(phrase)
    keys.set(phrase, known)
    return known
  }
  const above = phrases
    .filter((phrase) => scoreOf(phrase) > bar)
    .toSorted((a, b) => scoreOf(b) - scoreOf(a) || (keyOf(a) < keyOf(b) ? -1 : 1))
  const level = phrases.filter((phrase) => scoreOf(phrase) === bar)
  return [...above, ...lowest(level, max - above.length, keyOf)]
}

/** Returns the `max` phrases with the lowest keys, in their order. */
function lowest(
  phrases: readonly number[],
  max: number,
  keyOf: (phrase: number) => string,
): readonly number[] {
  const found: number[] = []
  for (const phrase of phrases) {
    const last = found.at(-1)
    const key = keyOf(phrase)
    if (found.length === max && (last === undefined || key > keyOf(last))) continue
    let from = 0
    for (let to = found.length; from < to;) {
      const middle = (from + to) >> 1
      if (keyOf(found[middle] ?? 0) < key) from = middle + 1
      else to = middle
    }
    found.splice(from, 0, phrase)
    if (found.length > max) found.pop()
  }
  return found
}
