/** The most characters of a heading that is looked for in a title. */
const MAX_CHARS = 150
/**
 * Matches the characters that are left out of a comparison: white space, and signs of trade marks, which may stand in
 * title or heading alone.
 */
const BETWEEN = /[\s™®©]+/g

/**
 * Returns a heading with the spaces that the page's title has between the same letters. Themes show a part of a heading
 * on a line of its own without a space before it, as in `<h1>Harbour<span>Tide 3</span></h1>` under `Harbour Tide 3 |
 * Coast`.
 */
export function restoreSpaces(heading: string, title: string): string {
  if (title.includes(heading) || heading.length > MAX_CHARS) return heading
  const letters = heading.replaceAll(BETWEEN, '')
  const start = title.replaceAll(BETWEEN, '').indexOf(letters)
  if (start < 0) return heading
  const places = Array.from(title.matchAll(/[^\s™®©]/g), ({ index }) => index)
  const spaced = title.slice(places[start], (places[start + letters.length - 1] ?? 0) + 1)
  // One with as many spaces is left as its author wrote it.
  return wordsIn(spaced) > wordsIn(heading) ? spaced.replaceAll(/\s+/g, ' ') : heading
}

const wordsIn = (text: string): number => text.split(/\s+/).length
