import { makeElement, type Branch, type Leaf } from './branch.ts'
import type { Grid, GridCell } from './answer.ts'
import { changeOf, noiseNote } from './change-mark.ts'
import { metricButtons, pageOf } from './controls.ts'
import type { Frame } from './frame.ts'
import type { Shape } from './shape.ts'
import { surenessOf } from './sureness.ts'
import { nameOfGroup } from './words.ts'

/** The most rows of a page, where nothing else takes their place. */
const ROWS = 10

interface Drawn {
  grid: Grid
  shape: Extract<Shape, { kind: 'breakdown' }>
  frame: Frame
  /** The index of the chosen metric among the columns. */
  column: number
  metric: string
  isFirst: boolean
  /** The value of the longest bar. */
  max: number
}

/** Draws a bar for each group, with its value and its change, in the order of the answer. */
export function drawBreakdown(grid: Grid, shape: Drawn['shape'], frame: Frame): Leaf[] {
  const chosen = Math.min(frame.choice.metric, shape.metrics.length - 1)
  const column = shape.metrics[chosen] ?? 0
  const metric = grid.columns[column] ?? ''
  // A rate of two trials may be anything, so it does not make the others short.
  const sure = grid.rows.filter((row) => !surenessOf(grid, row, metric).isFew)
  const measured = sure.length > 0 ? sure : grid.rows
  const max = measured.reduce((most, row) => Math.max(most, numberIn(row[column])), 0)
  const drawn = { grid, shape, frame, column, metric, isFirst: chosen === 0, max }
  const { shown, pager } = pageOf(grid.rows, ROWS - frame.tightness, frame)
  const rows = shown.map((row) => barRow(row, drawn))
  const names = shape.metrics.map((i) => grid.columns[i] ?? '')
  const table = makeElement(
    'table',
    { class: 'bars' },
    makeElement(
      'caption',
      { class: 'unseen' },
      frame.texts.metricBy(metric, groupedBy(grid, shape)),
    ),
    headOf(drawn),
    makeElement('tbody', {}, ...rows),
  )
  return [metricButtons(names, chosen, frame), table, pager, noiseNote(grid, shown, frame)].filter(
    (part) => part !== undefined,
  )
}

/** Returns the names of the columns that hold the groups. */
export const groupedBy = ({ columns }: Grid, { groups }: Drawn['shape']): string[] =>
  groups.map((i) => columns[i] ?? '')

function headOf({ grid, shape, metric, isFirst, frame: { texts } }: Drawn): Branch {
  const { columns } = grid
  const valueName = shape.metrics.length > 1 ? 'unseen' : ''
  const hasChange =
    columns.includes(`${metric}_change_pct`) || (isFirst && columns.includes('change_pct'))
  return makeElement(
    'thead',
    {},
    makeElement(
      'tr',
      {},
      makeElement('th', { scope: 'col' }, texts.columns(groupedBy(grid, shape))),
      // The pressed button already names the metric, where there are buttons.
      makeElement(
        'th',
        { scope: 'col' },
        makeElement('span', { class: valueName }, texts.column(metric)),
      ),
      makeElement('th', { scope: 'col' }, hasChange && texts.change),
    ),
  )
}

function barRow(row: readonly GridCell[], drawn: Drawn): Branch {
  const { grid, shape, frame, column, metric, isFirst, max } = drawn
  const name = nameOfGroup(
    shape.groups.map((i) => row[i] ?? null),
    frame.texts,
  )
  const length = max > 0 ? Math.min(100, (100 * numberIn(row[column])) / max) : 0
  const { isFew } = surenessOf(grid, row, metric)
  const bar = makeElement(
    'svg',
    { class: 'bar', 'aria-hidden': 'true' },
    makeElement('rect', {
      class: isFew ? 'few' : undefined,
      width: `${Math.round(length * 10) / 10}%`,
      height: '100%',
      rx: 3,
    }),
  )
  const change = changeOf(grid, row, metric, isFirst, frame)
  return makeElement(
    'tr',
    {},
    makeElement('th', { scope: 'row' }, bar, makeElement('bdi', { title: name }, name)),
    makeElement('td', {}, frame.formats.value(metric, row[column]), markOf(row, drawn)),
    makeElement('td', {}, change),
  )
}

/** Writes how sure a rate is: that it rests on too few trials, or else its interval. */
function markOf(row: readonly GridCell[], { grid, metric, frame }: Drawn): Branch | undefined {
  const { low, high, isFew } = surenessOf(grid, row, metric)
  const { formats, texts } = frame
  if (isFew) return makeElement('small', {}, ` ${texts.tooFew}`)
  if (low === null || high === null) return undefined
  const interval = `${formats.value(metric, low)} – ${formats.value(metric, high)}`
  return makeElement('small', { class: 'sure', title: texts.interval }, ` ${interval}`)
}

const numberIn = (cell: GridCell | undefined): number =>
  typeof cell === 'number' ? Math.max(0, cell) : 0
