/** Matches a number in groups of thousands, with any of the usual separators between them. */
const GROUPED = /(?<!\d)\d{1,3}(?:([ .,'’\u00a0\u202f])\d{3})(?:\1\d{3})*(?!\d)/gu
/** Matches a figure with its decimals, or a row of numbers such as a date or a version. */
const FIGURE = /\d+(?:[.,]\d+)*/gu
const DIGIT = /\p{Nd}/gu

/**
 * Returns the numbers in a text, with ASCII digits and without separators of thousands: `1 500`, `1,500` and `١٥٠٠` are
 * the same.
 */
export function figuresOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replace(DIGIT, digitOf)
    .replace(GROUPED, (group) => group.replace(/\D/gu, ''))
  return (plain.match(FIGURE) ?? []).map((figure) => figure.replaceAll(',', '.'))
}

/** Returns the numbers in a date or the like, about which a question may ask: `2024` of `12.05.2024`. */
export const partsOfFigure = (figure: string): string[] => {
  const parts = figure.split('.')
  return parts.length > 2 ? parts : []
}

/** Returns a digit of any script in ASCII. The digits of a script follow each other, beginning with its zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  if (code < 0x80) return digit
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
