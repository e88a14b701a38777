/** Characters of a passage: long enough to answer from, short enough to be about one thing. */
const TARGET = 700
/** Characters up to which a paragraph stays whole, since its writer meant it as one thing. */
const MAX_PARAGRAPH = 2 * TARGET
const MAX_PASSAGES = 200

/**
 * Cuts a page's main text into passages for search: paragraphs of one heading together, up to a size; very long ones
 * are cut.
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

/** Cuts a paragraph where a sentence ends, else at a space, else anywhere, so that hostile text has no long pieces. */
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

/** Finds the end of a piece of a text, in its second half. */
function cutOf(text: string): number {
  const ends = ['. ', '? ', '! ', '。'].map((mark) => text.lastIndexOf(mark) + 1)
  const sentence = Math.max(...ends)
  if (sentence > TARGET) return sentence
  const space = text.lastIndexOf(' ') + 1
  if (space > TARGET) return space
  // A surrogate pair stays together.
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
}
