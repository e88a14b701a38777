import { classesOf, MARK } from './char-classes.ts'

/** Matches a text of ASCII alone, in which normalisation changes nothing. */
const ASCII_ONLY = /^[\0-\x7F]*$/

/** The most combining marks in a row that are kept; no language needs more. */
const MAX_MARKS = 30

/**
 * Normalises a text (NFKC). Marks after the thirtieth in a row become U+FFFD, since ordering thousands of them takes
 * quadratic time. That replacement keeps the number of UTF-16 units, so offsets hold where the lengths agree.
 */
export function normaliseNfkc(text: string): string {
  return ASCII_ONLY.test(text) ? text : withoutMarkRuns(text).normalize('NFKC')
}

function withoutMarkRuns(text: string): string {
  let plain = ''
  let taken = 0
  let marks = 0
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0
    const width = code > 0xffff ? 2 : 1
    marks = code >= 0x300 && (classesOf(code) & MARK) !== 0 ? marks + 1 : 0
    if (marks > MAX_MARKS) {
      plain += text.slice(taken, at) + '\uFFFD'.repeat(width)
      taken = at + width
    }
    at += width
  }
  return taken === 0 ? text : plain + text.slice(taken)
}
