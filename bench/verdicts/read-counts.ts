import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DAY_MS } from '../../src/lib/time/clock.ts'

/** The daily counts of one site. */
export interface CountsOfSite {
  name: string
  /** The first day, as a number of days; a file without dates begins on some Monday. */
  firstDay: number
  /** The readers or visits of consecutive days; a day that the file leaves out has 0. */
  counts: number[]
}

const DATES = ['time_iso8601', 'date', 'ds']
const PLACES = ['Row', 'rownames']
const COUNTS = ['views_unique', 'Unique.Visits', 'visits', 'value']
/** Columns of logarithms of counts. */
const LOGARITHMS = ['y']
const SOME_MONDAY = 16_000 - ((16_000 + 3) % 7)

/** Reads the tables of a folder, each by the names of its columns. */
export function readCounts(folder: string): CountsOfSite[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.csv'))
    .toSorted()
    .map((file) => readSite(basename(file, '.csv'), readFileSync(join(folder, file), 'utf8')))
}

function readSite(name: string, text: string): CountsOfSite {
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const columns = cellsOf(head)
  const placeOf = (names: readonly string[]) =>
    columns.findIndex((column) => names.includes(column))
  const [date, row] = [placeOf(DATES), placeOf(PLACES)]
  const [count, logarithm] = [placeOf(COUNTS), placeOf(LOGARITHMS)]
  if (Math.max(date, row) < 0 || Math.max(count, logarithm) < 0) {
    throw new TypeError(`${name}: no column of days or of counts among ${columns.join(', ')}`)
  }
  const countByDay = new Map<number, number>()
  for (const line of lines) {
    const cells = cellsOf(line)
    const day =
      date < 0
        ? SOME_MONDAY + Number(cells[row]) - 1
        : Date.parse((cells[date] ?? '').slice(0, 10)) / DAY_MS
    const value = count < 0 ? Math.round(Math.exp(Number(cells[logarithm]))) : Number(cells[count])
    if (Number.isInteger(day) && Number.isFinite(value)) countByDay.set(day, value)
  }
  const firstDay = Math.min(...countByDay.keys())
  const length = Math.max(...countByDay.keys()) - firstDay + 1
  const counts = Array.from({ length }, (_, place) => countByDay.get(firstDay + place) ?? 0)
  return { name, firstDay, counts }
}

const cellsOf = (line: string): string[] =>
  line.split(',').map((cell) => cell.replaceAll('"', '').trim())
