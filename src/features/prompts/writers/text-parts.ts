import { cleanValue } from '../../../domain/prompts/clean-value.ts'

/** The most parts of a page's main text that a model is sent; of a longer page these are its beginning. */
const MAX_PARTS = 8
const MAX_PART_CHARS = 6_000
/** The most characters of a line; no line of a passage has more. */
const MAX_LINE_CHARS = 2_000

/** A piece of a page's main text, of whole paragraphs or sentences, with the heading above it. */
export interface TextPiece {
  heading: string
  text: string
}

/**
 * Cuts a page's main text into the parts that a model is sent, each of whole pieces under their headings. Returns at
 * least one part, which is empty for a page without text.
 */
export function textParts(pieces: Iterable<TextPiece>): string[] {
  const parts: string[] = []
  let part = ''
  let above = ''
  for (const { heading, text } of pieces) {
    const lines = cleanLines(text)
    const titled = heading === '' ? lines : `${cleanLines(heading)}\n${lines}`
    const whole = heading === above ? lines : titled
    if (part !== '' && part.length + whole.length >= MAX_PART_CHARS) {
      if (parts.push(part) === MAX_PARTS) return parts
      part = titled
    } else part = part === '' ? titled : `${part}\n${whole}`
    above = heading
  }
  return [...parts, part]
}

const cleanLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => cleanValue(line, MAX_LINE_CHARS))
    .filter((line) => line !== '')
    .join('\n')
