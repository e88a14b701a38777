const CAPITALS: ReadonlyMap<string, string> = new Map(
  ['AI', 'CTR', 'ID', 'URL'].map((word) => [word.toLowerCase(), word]),
)

/** Writes the name of a column as people do: `ai_ctr` is "AI CTR", `pageId` is "Page ID". */
export function inWords(name: string): string {
  const spaced = name.replaceAll(/[_:]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  const words = spaced
    .split(' ')
    .map((word) => CAPITALS.get(word.toLowerCase()) ?? word.toLowerCase())
  const text = words.join(' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** True for a metric that is a part of a whole, and is written in percent. */
export const isRatio = (metric: string): boolean => /_(?:ctr|rate|share|mix)$|^sov_/.test(metric)

export const nameOfGroup = (
  cells: readonly (string | number | null)[],
  { noName }: { noName: string },
): string => cells.map((cell) => (cell === null || cell === '' ? noName : String(cell))).join(' · ')
