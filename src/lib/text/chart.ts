import { displayWidth, pad, toOneLine, truncateToWidth } from './display-width.ts'

/** A cell of a table; null shows as "–". */
export type ChartCell = string | number | null

const DEFAULT_WIDTH = 80
const TABLE_WIDTH = 100
const MIN_COLUMN_WIDTH = 8
const COLUMN_GAP = '  '
/** The largest share of a bar chart's width that labels take. */
const MAX_LABEL_SHARE = 0.45

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const
const SPARKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/**
 * Draws a bar chart with one horizontal bar a line, which begins at zero; a negative value has no bar. `width` is in
 * terminal cells.
 */
export function barChart(
  rows: readonly { label: string; value: number }[],
  options: { width?: number; unit?: string; colour?: boolean } = {},
): string {
  const { width = DEFAULT_WIDTH, unit, colour = false } = options
  const maxLabelWidth = Math.floor(width * MAX_LABEL_SHARE)
  const labels = rows.map(({ label }) => truncateToWidth(toOneLine(label), maxLabelWidth))
  const numbers = rows.map(({ value }) => numberFormat.format(value))
  const labelWidth = widest(labels)
  const numberWidth = widest(numbers)
  const unitText = unit === undefined ? '' : ` ${unit}`
  const taken = labelWidth + numberWidth + displayWidth(unitText) + 2 * COLUMN_GAP.length
  const barWidth = Math.max(1, width - taken)
  const max = Math.max(0, ...rows.map(({ value }) => value))
  const lines = rows.map(({ value }, index) => {
    const label = pad(labels[index] ?? '', labelWidth)
    const number = pad(numbers[index] ?? '', numberWidth, 'right') + unitText
    const drawnBar = paint(bar(value, max, barWidth), '36', colour)
    return [label, number, drawnBar].join(COLUMN_GAP).trimEnd()
  })
  return lines.join('\n')
}

/**
 * Draws one block character for each value, whose height shows its place between the lowest and the highest value;
 * values that are all equal get the lowest block.
 */
export function sparkline(values: readonly number[]): string {
  const min = Math.min(...values)
  const range = Math.max(...values) - min
  const top = SPARKS.length - 1
  return values
    .map((value) => SPARKS[range > 0 ? Math.round(((value - min) / range) * top) : 0])
    .join('')
}

/**
 * Draws a table with aligned columns under a ruled head, numbers to the right. Where it is too wide, the widest columns
 * shrink first.
 */
export function table(
  columns: readonly string[],
  rows: readonly (readonly ChartCell[])[],
  options: { width?: number } = {},
): string {
  const cells = rows.map((row) => columns.map((_, column) => cellText(row[column] ?? null)))
  const natural = columns.map((name, column) =>
    widest([name, ...cells.map((r) => r[column] ?? '')]),
  )
  const widths = fitColumns(natural, options.width ?? TABLE_WIDTH)
  const isNumeric = columns.map((_, column) =>
    isNumberColumn(rows.map((row) => row[column] ?? null)),
  )
  const line = (texts: readonly string[], isRight: (column: number) => boolean) =>
    widths
      .map((width, column) =>
        pad(truncateToWidth(texts[column] ?? '', width), width, isRight(column) ? 'right' : 'left'),
      )
      .join(COLUMN_GAP)
      .trimEnd()
  const body = cells.map((texts, index) =>
    line(
      texts,
      (column) => isNumeric[column] === true || typeof rows[index]?.[column] === 'number',
    ),
  )
  const head = line(columns, (column) => isNumeric[column] === true)
  const rule = widths.map((width) => '─'.repeat(width)).join(COLUMN_GAP)
  return [head, rule, ...body].join('\n')
}

/** Draws a title, and below it a rule of the same width. */
export function heading(text: string, options: { colour?: boolean } = {}): string {
  const title = toOneLine(text)
  const { colour = false } = options
  return `${paint(title, '1', colour)}\n${'─'.repeat(displayWidth(title))}`
}

/** Draws the bar of a value in eighths of a terminal cell; any value above zero is visible. */
function bar(value: number, max: number, width: number): string {
  if (value <= 0 || max <= 0) return ''
  const eighths = Math.max(1, Math.round((value / max) * width * EIGHTHS.length))
  const whole = Math.floor(eighths / EIGHTHS.length)
  return '█'.repeat(whole) + (EIGHTHS[eighths % EIGHTHS.length] ?? '')
}

function cellText(cell: ChartCell): string {
  if (cell === null) return '–'
  return typeof cell === 'number' ? numberFormat.format(cell) : toOneLine(cell)
}

function isNumberColumn(cells: readonly ChartCell[]): boolean {
  const known = cells.filter((cell) => cell !== null)
  return known.length > 0 && known.every((cell) => typeof cell === 'number')
}

/**
 * Returns the widths of columns in a table of `width` cells: cells are taken from the widest column, one at a time,
 * until the row fits or all columns are narrow.
 */
function fitColumns(natural: readonly number[], width: number): number[] {
  const widths = [...natural]
  const gaps = COLUMN_GAP.length * (widths.length - 1)
  let excess = widths.reduce((sum, column) => sum + column, gaps) - width
  while (excess > 0) {
    const max = Math.max(...widths)
    if (max <= MIN_COLUMN_WIDTH) break
    widths[widths.indexOf(max)] = max - 1
    excess -= 1
  }
  return widths
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(displayWidth))
}

/** Puts a text between the codes that colour it in a terminal, if it is to have a colour. */
function paint(text: string, code: string, colour: boolean): string {
  return colour && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text
}
