import { barChart, table, type ChartCell } from '../lib/text/chart.ts'
import { showableLine } from './showable-text.ts'

/** The part of a data server tool's answer that a person is shown. */
export interface ShownTable {
  columns: readonly string[]
  rows: readonly (readonly ChartCell[])[]
}

const BAR_WIDTH = 70
const RATES = new Set(['value', 'ci95_low', 'ci95_high', 'previous'])
const RATE_COLUMN = /_(?:ctr|rate)(?:_low|_high)?$/

/** Formats a table whose words visitors, pages or engines wrote, so that none of them can steer the terminal. */
export const shownTable = ({ columns, rows }: ShownTable): string =>
  table(
    columns,
    rows.map((row) => row.map(showableCell)),
  )

/** Formats every metric of an overview, rates as percentages. */
export const overviewTable = ({ columns, rows }: ShownTable): string =>
  table(
    columns,
    rows.map((row) =>
      /_(ctr|rate)$/.test(String(row[0]))
        ? row.map((cell, at) => (RATES.has(columns[at] ?? '') ? percent(cell) : cell))
        : row,
    ),
  )

/** Draws bars that show how often readers opened each engine. */
export const enginesChart = ({ rows }: ShownTable): string =>
  barChart(
    rows.map(([engine, clicks]) => ({
      label: showableLine(String(engine)),
      value: Number(clicks),
    })),
    { width: BAR_WIDTH, unit: 'AI clicks' },
  )

/** Formats rows by their values; rates, and the ends of their intervals, are percentages. */
export const ratesTable = ({ columns, rows }: ShownTable): string =>
  shownTable({
    columns,
    rows: rows.map((row) =>
      row.map((cell, at) => (RATE_COLUMN.test(columns[at] ?? '') ? percent(cell) : cell)),
    ),
  })

/** Formats questions with the columns that `shown` names. */
export function questionsTable({ columns, rows }: ShownTable, shown: readonly string[]): string {
  const wanted = shown.map((name) => columns.indexOf(name))
  return shownTable({
    columns: shown.map((name) => (name === 'path' ? 'page' : name)),
    rows: rows.map((row) => wanted.map((index) => row[index] ?? null)),
  })
}

const showableCell = (cell: ChartCell): ChartCell =>
  typeof cell === 'string' ? showableLine(cell) : cell

const percent = (cell: ChartCell): ChartCell =>
  typeof cell === 'number' ? `${(cell * 100).toFixed(1)} %` : cell
