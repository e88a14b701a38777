/** Longer names are not looked for. */
const MAX_CHARS = 150
/** Characters of a name that are not letters; signs of trade marks stand in the title or in the heading alone. */
const BETWEEN = /[\s™®©]+/g

/**
 * A heading with the spaces that the title of its page has in the same letters: themes show a part of it on a line of its
 * own, and put no space between, as in `<h1>Harbour<span>Tide 3</span></h1>` under `Harbour Tide 3 | Coast`.
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
