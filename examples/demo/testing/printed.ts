/** The part of the demo's output below one of its questions. */
export interface Section {
  question: string
  /** The call that was sent, over all its lines. */
  call: string
  lines: string[]
  /** The number of the first of its lines. */
  at: number
}

/** Splits the demo's output at its questions, each of which has a rule below it. */
export function printedSections(output: string): { head: string; sections: Section[] } {
  const lines = output.split('\n')
  const starts = lines.flatMap((line, i) => (isRuled(lines, i) && line !== '' ? [i] : []))
  const sections = starts.map((start, i) => {
    const inner = lines.slice(start + 2, starts[i + 1])
    const end = inner.indexOf('')
    const at = start + 2 + end + 1
    return {
      question: lines[start] ?? '',
      call: inner
        .slice(0, end)
        .map((line) => line.trim())
        .join(''),
      lines: inner
        .slice(end + 1)
        .join('\n')
        .trimEnd()
        .split('\n'),
      at,
    }
  })
  return { head: lines.slice(0, starts[0]).join('\n'), sections }
}

/** A table has rules too, of several columns. */
const isRuled = (lines: readonly string[], i: number): boolean =>
  lines[i - 1] === '' && /^─+$/.test(lines[i + 1] ?? '')

/** Reads the cells of a printed table, whose rule says how wide its columns are. */
export function printedTable({ lines }: Section): { columns: string[]; rows: string[][] } {
  const [head = '', rule = '', ...body] = lines
  const cut = (line: string): string[] =>
    [...rule.matchAll(/─+/g)].map(({ index, 0: { length } }) =>
      line.slice(index, index + length).trim(),
    )
  return { columns: cut(head), rows: body.map(cut) }
}

/** A number as it is printed: in a unit, with as many decimals as there is room for. */
const NUMBER = /^(-?[\d,]+(?:\.(\d+))?)( %|x)?$/

/** True where a printed number is the counted one. It was rounded twice: to four digits, and to what there is room for. */
export function isTold(text: string, value: number | null): boolean {
  if (value === null) return text === '–'
  const [, digits = '', decimals = '', unit] = NUMBER.exec(text) ?? []
  const told = Number(digits.replaceAll(',', ''))
  const shown = unit === ' %' ? value * 100 : value
  return digits !== '' && Math.abs(told - shown) <= 0.56 * 10 ** -decimals.length
}

/** True where a printed text is this one, or its beginning where there was no room for more. */
export const isTextTold = (text: string, value: string): boolean =>
  text.endsWith('…') ? value.startsWith(text.slice(0, -1)) : text === value
