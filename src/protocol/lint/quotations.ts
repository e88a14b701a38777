import type { Span } from './span.ts'

/** The typographic quotation marks; straight ones do not show whether they open or close. */
const PAIRS: readonly (readonly [open: string, close: RegExp])[] = [
  ['“', /”/g],
  ['„', /[“”]/g],
  ['”', /”/g],
  ['«', /»/g],
  ['「', /」/g],
  ['『', /』/g],
]
const closeByOpen = new Map(PAIRS)
const OPENING = /[“„”«「『]/g
const OPENING_AFTER = /^[^\p{L}\p{N}]*[(（“„”«「『\n]/u

/** True for a text that has an opening quotation mark, as a rendered text with quotations does. */
export const hasQuotations = (text: string): boolean => /[“„”«「『]/.test(text)

/** Finds the outermost quotations of a text, in its order, without their marks. */
export function quotationsOf(text: string): Span[] {
  const found: Span[] = []
  /** The opening marks that nothing closes from here on, for which the rest of the text needs no further look. */
  const unclosed = new Set<string>()
  OPENING.lastIndex = 0
  for (let open = OPENING.exec(text); open !== null; open = OPENING.exec(text)) {
    const close = closeByOpen.get(open[0])
    if (close === undefined || unclosed.has(open[0])) continue
    const start = open.index + 1
    close.lastIndex = start
    const end = close.exec(text)?.index
    if (end === undefined) {
      unclosed.add(open[0])
      continue
    }
    found.push({ start, end })
    OPENING.lastIndex = end + 1
  }
  return found
}

/**
 * True when a span begins in a quotation and ends behind it, as in the list `(“Trust yourself”, Acme)` or in
 * `“Booking.com review” (Acme)`.
 */
export function crossesQuotationEnd(
  { start, end }: Span,
  text: string,
  quotations: readonly Span[],
): boolean {
  const own = lastBegunBefore(start + 1, quotations)
  return (
    own !== undefined &&
    start < own.end &&
    end > own.end &&
    /^.?(?:[,)，）、]| [(（])/s.test(text.slice(own.end, own.end + 3))
  )
}

const URL_BEFORE = /^https?:\/\/[^\s<>"“”«»「」『』、。]+ \(.$/s
const MAX_URL_CHARS = 2_048

/**
 * True when a span begins before a quotation and ends in it, and the quotation is the title of a page: in brackets
 * behind an address, as in `https://example.com/ (“Booking.com”, Acme)`, or of more words than the span takes and with
 * a comma or a bracket behind it, as in `“Booking.com review” (Acme)`.
 */
export function endsInTitle(
  { start, end }: Span,
  text: string,
  quotations: readonly Span[],
): boolean {
  const title = lastBegunBefore(end, quotations)
  if (title === undefined || end > title.end || start >= title.start) return false
  const before = text.slice(Math.max(0, title.start - MAX_URL_CHARS), title.start)
  if (URL_BEFORE.test(before.slice(before.lastIndexOf('http')))) return true
  const hasMore = /[\p{L}\p{N}]/u.test(text.slice(end, title.end))
  return hasMore && /^.?(?:[,)，）、]| [(（])/s.test(text.slice(title.end, title.end + 3))
}

/** True when a quotation, a bracket or a line begins right behind a place: `https://example.com/ (“Is it good?”)`. */
export const opensQuotationAfter = (text: string, at: number): boolean =>
  OPENING_AFTER.test(text.slice(at, at + 4))

/** The most characters of a title; quoted orders are rarely that short. */
const MAX_TITLE_CHARS = 40

/** True when a span stands in a short quotation, as the title of a page does: `(“Buy now”, Acme)`. */
export function isInTitle({ start, end }: Span, quotations: readonly Span[]): boolean {
  const title = lastBegunBefore(start + 1, quotations)
  return title !== undefined && end <= title.end && title.end - title.start <= MAX_TITLE_CHARS
}

/**
 * Finds the last quotation that begins before a place. Quotations do not overlap, so no other one contains what stands
 * there.
 */
function lastBegunBefore(at: number, quotations: readonly Span[]): Span | undefined {
  let low = 0
  let high = quotations.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((quotations[middle]?.start ?? 0) < at) low = middle + 1
    else high = middle
  }
  return quotations[low - 1]
}
