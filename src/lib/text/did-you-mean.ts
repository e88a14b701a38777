/** The most characters of a word that are compared: enough for a name, and a bound on the cost. */
const MAX_COMPARED = 100

/** Returns the candidate that a misspelt word probably means; undefined when no candidate is near. */
export const didYouMean = (word: string, candidates: readonly string[]): string | undefined =>
  nearestWords(word, candidates, 1)[0]

/** Returns the candidates that a misspelt word could mean, nearest first. */
export function nearestWords(word: string, candidates: readonly string[], count: number): string[] {
  const sought = word.toLowerCase().slice(0, MAX_COMPARED)
  return candidates
    .flatMap((candidate) => {
      const compared = candidate.toLowerCase().slice(0, MAX_COMPARED)
      const most = Math.max(2, compared.length / 3)
      const distance = distanceOf(sought, compared, most)
      // A word that keeps none of its letters is another word, not a misspelt one.
      const isNear = distance <= most && distance < Math.min(sought.length, compared.length)
      return isNear ? [{ candidate, distance }] : []
    })
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/**
 * Returns the distance of two words. A word that is contained in the other has distance 1; words of too different
 * lengths need no closer look.
 */
function distanceOf(a: string, b: string, most: number): number {
  if (Math.min(a.length, b.length) >= 3 && (b.includes(a) || a.includes(b))) return 1
  return Math.abs(a.length - b.length) > most ? Number.POSITIVE_INFINITY : editDistance(a, b)
}

/** Returns the edit distance of two words (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const row = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const change = (above[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      row.push(Math.min(change, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1))
    }
    above = row
  }
  return above.at(-1) ?? 0
}
