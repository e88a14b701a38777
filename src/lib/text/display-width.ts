import { segmentsIn } from './segments.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Matches a character that takes two terminal cells: East Asian wide and fullwidth blocks of the Basic Multilingual
 * Plane, and planes 2 and 3.
 */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|.\ufe0f)/u
const INVISIBLE = /^[\p{Mark}\p{Format}]/u
const CONTROL = /\p{Control}+/gu

/** Returns the number of terminal cells that a text takes. */
export function displayWidth(text: string): number {
  return graphemes(text).reduce((width, grapheme) => width + graphemeWidth(grapheme), 0)
}

/** Shortens a text to a number of cells, with "…" in place of what is cut. */
export function truncateToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let left = width - 1
  for (const grapheme of graphemes(text)) {
    left -= graphemeWidth(grapheme)
    if (left < 0) break
    kept += grapheme
  }
  return width > 0 ? `${kept.trimEnd()}…` : ''
}

/** Fills a text with spaces up to a number of terminal cells; a longer text stays as it is. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return align === 'left' ? text + blanks : blanks + text
}

/** Returns a text as one line without control characters, so that data cannot steer the terminal. */
export function toOneLine(text: string): string {
  return text.replaceAll(CONTROL, ' ')
}

function graphemes(text: string): string[] {
  return Array.from(segmentsIn(segmenter, text), ({ segment }) => segment)
}

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}
