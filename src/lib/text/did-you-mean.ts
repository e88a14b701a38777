/** The candidate that a misspelt word probably means; undefined when none is near. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const sought = word.toLowerCase().slice(0, 100)
  const near = candidates
    .map((candidate) => ({ candidate, distance: editDistance(sought, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, candidate.length / 3))
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.candidate
}

/** Edit distance of two words (Levenshtein); a word that is contained in the other has distance 1. */
function editDistance(a: string, b: string): number {
  if (Math.min(a.length, b.length) >= 3 && (b.includes(a) || a.includes(b))) return 1
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
