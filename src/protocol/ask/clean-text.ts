/** `White_Space` of Unicode: NEL is in it, the zero-width U+FEFF is not. */
const WHITE_SPACE = /\p{White_Space}+/gu
/** Invisible characters: control, format, private use, lone surrogates, default ignorable. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu
/** Matches a run of more than eight combining marks; the first eight are captured, so that the rest can be removed. */
const MARK_RUNS = /(\p{M}{8})\p{M}+/gu

const PLAIN_LINE = /^(?:[!-~](?: ?[!-~])*)?$/

/**
 * Cleans a value for a prompt: white-space runs become one space, invisible characters are removed, the rest is NFC
 * with at most eight combining marks in a row, and the ends are trimmed. Cleaning a cleaned text changes nothing. The
 * work is linear: ordering thousands of marks would take normalisation quadratic time.
 */
export function cleanText(raw: string): string {
  // Callers without types may give anything.
  if (typeof raw !== 'string') return ''
  if (raw.length <= 200 && PLAIN_LINE.test(raw)) return raw
  const seen = raw.replace(WHITE_SPACE, ' ').replace(UNSEEN, '')
  // Normalisation takes some marks apart, so what it gives is bounded once more.
  const normal = withFewMarks(withFewMarks(seen).normalize('NFC'))
  // A character that was removed may have stood between two spaces.
  return normal.replace(/ {2,}/g, ' ').replace(/^ | $/g, '')
}

const withFewMarks = (text: string): string => text.replace(MARK_RUNS, '$1')

/** Counts the characters of a text: Unicode code points, as JSON Schema counts them. */
export function codePoints(text: string): number {
  let count = text.length
  for (let at = 1; at < text.length; at++) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) continue
    if ((text.charCodeAt(at - 1) & 0xfc00) === 0xd800) count--
  }
  return count
}
