/**
 * The characters that a passage has at most, unless one paragraph is longer: enough to answer from, and about one
 * thing.
 */
const TARGET = 700
/** The characters up to which a paragraph stays whole, since its writer meant it as one thing. */
const MAX_PARAGRAPH = 2 * TARGET
const MAX_PASSAGES = 200

/**
 * Cuts the main text of a page into passages for search. Paragraphs below one heading stay together up to `TARGET`
 * characters; very long ones are cut.
 */
export function passagesOf(
  sections: readonly { heading: string; text: string }[],
): { heading: string; text: string }[] {
  const passages: { heading: string; text: string }[] = []
  for (const { heading, text } of sections) {
    let piece = ''
    for (const paragraph of text.split('\n').flatMap(cut)) {
      if (piece !== '' && piece.length + paragraph.length > TARGET) {
        passages.push({ heading, text: piece })
        piece = ''
      }
      piece = piece === '' ? paragraph : `${piece}\n${paragraph}`
    }
    if (piece.trim() !== '') passages.push({ heading, text: piece })
  }
  return passages.slice(0, MAX_PASSAGES)
}

/**
 * Cuts a long paragraph at the end of a sentence, else at a space, else anywhere, so that no piece is longer than
 * `MAX_PARAGRAPH`, also in hostile text.
 */
function cut(paragraph: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (paragraph.length - from > MAX_PARAGRAPH && pieces.length < MAX_PASSAGES) {
    const end = from + cutOf(paragraph.slice(from, from + MAX_PARAGRAPH))
    pieces.push(paragraph.slice(from, end).trim())
    from = end
  }
  return [...pieces, paragraph.slice(from, from + MAX_PARAGRAPH).trim()]
}

/** Finds the place in the second half of a text where a piece ends. */
function cutOf(text: string): number {
  const ends = ['. ', '? ', '! ', '。'].map((mark) => text.lastIndexOf(mark) + 1)
  const sentence = Math.max(...ends)
  if (sentence > TARGET) return sentence
  const space = text.lastIndexOf(' ') + 1
  if (space > TARGET) return space
  // A surrogate pair stays together.
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
}
