import { makeElement, type Branch, type Leaf } from './branch.ts'
import type { Grid, GridCell } from './answer.ts'
import { changeMark, noiseNote } from './change-mark.ts'
import type { Frame } from './frame.ts'
import type { Shape } from './shape.ts'

/** The most tiles that are drawn; an overview has fewer metrics. */
const MAX_TILES = 16

/** Draws a tile for each metric: its value, how sure it is, what it was before, and what the change means. */
export function drawOverview(
  grid: Grid,
  { metric, value }: Extract<Shape, { kind: 'overview' }>,
  frame: Frame,
): Leaf[] {
  const tiles = grid.rows.slice(0, MAX_TILES).map((row) => {
    const name = String(row[metric] ?? '')
    return tile(
      { name, value: row[value], range: grid.range },
      (column) => row[grid.columns.indexOf(column)],
      frame,
    )
  })
  const isTight = frame.tightness > 0
  const note = noiseNote(grid, grid.rows, frame)
  return [
    makeElement('ul', { class: isTight ? 'tiles tight' : 'tiles' }, ...tiles),
    ...(note ? [note] : []),
  ]
}

function tile(
  { name, value, range }: { name: string; value: GridCell | undefined; range: Grid['range'] },
  besides: (column: string) => GridCell | undefined,
  frame: Frame,
): Branch {
  const { formats, texts } = frame
  const [low, high, previous] = ['ci95_low', 'ci95_high', 'previous'].map(besides)
  const isSure = typeof low === 'number' && typeof high === 'number'
  return makeElement(
    'li',
    {},
    makeElement('span', { class: 'name' }, makeElement('bdi', {}, texts.column(name))),
    makeElement('strong', {}, formats.value(name, value)),
    changeMark(
      {
        change: besides('change_pct'),
        verdict: besides('verdict'),
        usual: besides('usual_pct'),
        range,
      },
      frame,
    ) ?? makeElement('span', {}),
    makeElement(
      'small',
      {},
      typeof previous === 'number' && texts.valueBefore(formats.value(name, previous)),
    ),
    isSure &&
      makeElement(
        'small',
        { class: 'sure', title: texts.interval },
        texts.likely(formats.value(name, low), formats.value(name, high)),
      ),
  )
}
