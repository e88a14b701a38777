import { isAscii } from '../../lib/text/is-ascii.ts'
import type { TextSpan } from './engine-answer.ts'

/** The units in which engines count their offsets. */
export type OffsetUnit = 'utf16' | 'code_points' | 'utf8'

/** The most characters of a quoted text that are looked for, from its beginning, since long ones make a search slow. */
const MAX_QUOTE = 250
/** The most parts of a text that one source can stand for. */
const MAX_SPANS = 100

/**
 * Returns a function that turns offsets within one part of an answer, in the unit of its engine, into a span of the
 * joined text, in which the part begins at `partStart` (UTF-16 units). The function returns undefined for offsets that
 * are out of bounds, empty or cut a character. The part is measured once, so that thousands of offsets cost little.
 */
export function spanReader(
  part: string,
  unit: OffsetUnit,
  partStart = 0,
): (start: number, end: number) => TextSpan | undefined {
  const unitsAt = unit === 'utf16' || isAscii(part) ? undefined : measured(part, unit)
  const placeOf = (offset: number): number =>
    unitsAt && Number.isInteger(offset) ? (unitsAt[offset + 1] ?? 0) - 1 : offset
  return (start, end) => {
    const span = { start: placeOf(start), end: placeOf(end) }
    if (!isSpanOf(part, span)) return undefined
    return { start: span.start + partStart, end: span.end + partStart }
  }
}

/**
 * Returns at index `offset + 1` the place of each offset in UTF-16 units plus one; 0 says that the offset is within a
 * character or before the text.
 */
function measured(part: string, unit: 'code_points' | 'utf8'): Uint32Array {
  const places = new Uint32Array((unit === 'utf8' ? Buffer.byteLength(part) : part.length) + 2)
  let [offset, place] = [0, 0]
  for (const char of part) {
    places[offset + 1] = place + 1
    offset += unit === 'utf8' ? bytesOf(char.codePointAt(0) ?? 0) : 1
    place += char.length
  }
  places[offset + 1] = place + 1
  return places
}

/** Counts the bytes of a character in UTF-8. */
const bytesOf = (code: number): number =>
  code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4

/**
 * Finds the span of a quoted text, from `from` on; undefined where the text does not hold it. Of a long quotation its
 * beginning is looked for, and its end must fit.
 */
export function spanOfText(text: string, quoted: string, from = 0): TextSpan | undefined {
  const quote = quoted.trim()
  if (quote === '') return undefined
  const start = text.indexOf(quote.slice(0, MAX_QUOTE), from)
  const span = { start, end: start + quote.length }
  return text.startsWith(quote, start) && isSpanOf(text, span) ? span : undefined
}

/** True for a span that is within a text, holds something and cuts no character. */
export function isSpanOf(text: string, { start, end }: TextSpan): boolean {
  const areNumbers = Number.isInteger(start) && Number.isInteger(end)
  if (!areNumbers || start < 0 || end <= start || end > text.length) return false
  return !cutsCharacter(text, start) && !cutsCharacter(text, end)
}

/** True for a place between the two halves of a character. */
const cutsCharacter = (text: string, place: number): boolean =>
  place > 0 && (text.codePointAt(place - 1) ?? 0) > 0xffff

/** Sorts spans and joins those that touch or overlap; only the first ones are kept. */
export function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  const merged: TextSpan[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else if (merged.length === MAX_SPANS) break
    else merged.push({ start, end })
  }
  return merged
}
