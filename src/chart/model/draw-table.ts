import { makeElement, makeDataTable, type Leaf } from './branch.ts'
import type { Grid, GridCell } from './answer.ts'
import { pageOf } from './controls.ts'
import type { Frame } from './frame.ts'

const ROWS = 10
/** The fewest pixels of a column: a narrower one cannot be read. */
const COLUMN_WIDTH = 110

/** Draws the rows as a table, for an answer of a form that this app has no drawing for. */
export function drawTable(grid: Grid, frame: Frame): Leaf[] {
  const columns = grid.columns.slice(0, Math.max(2, Math.floor(frame.width / COLUMN_WIDTH)))
  const { shown, pager } = pageOf(grid.rows, ROWS - frame.tightness, frame)
  const left = grid.columns.length - columns.length
  const cell = (value: GridCell | undefined, i: number) => {
    const text = frame.formats.value(columns[i] ?? '', value)
    const isNumber = typeof value === 'number'
    return makeElement(
      'td',
      { class: isNumber ? 'number' : 'words' },
      makeElement('bdi', { title: text }, text),
    )
  }
  const table = makeDataTable(
    { class: 'plain' },
    columns.map((name) => makeElement('th', { scope: 'col' }, frame.texts.column(name))),
    shown.map((row) => columns.map((_, i) => cell(row[i], i))),
  )
  const more = left > 0 && makeElement('p', { class: 'note' }, frame.texts.columnsLeft(left))
  return [table, pager, more || undefined].filter((part) => part !== undefined)
}
