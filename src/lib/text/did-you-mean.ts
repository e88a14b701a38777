/** The candidate that a misspelt word was probably meant to be; undefined when none is near. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const sought = word.toLowerCase().slice(0, 100)
  const near = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(sought, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, candidate.length / 3))
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.candidate
}

/** Edits between two words (Levenshtein); a word that is a part of the other costs one. */
function distanceOf(a: string, b: string): number {
  if (a.length >= 3 && (b.includes(a) || a.includes(b))) return 1
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
