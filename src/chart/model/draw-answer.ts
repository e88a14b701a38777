import { makeElement, type Branch, type Leaf } from './branch.ts'
import type { Answer, Grid } from './answer.ts'
import { drawBreakdown, groupedBy } from './draw-breakdown.ts'
import { drawOverview } from './draw-overview.ts'
import { drawSeries } from './draw-series.ts'
import { drawTable } from './draw-table.ts'
import type { Frame } from './frame.ts'
import { shapeOf, type Shape } from './shape.ts'
import { inWords } from './words.ts'

/** Draws whatever there is to show. */
export function drawAnswer(answer: Answer, frame: Frame): Leaf[] {
  switch (answer.kind) {
    case 'waiting':
      return [makeElement('p', { class: 'waiting', role: 'status' }, 'Counting …')]
    case 'cancelled':
      return [makeElement('p', { class: 'note', role: 'status' }, 'The question was taken back.')]
    case 'refused':
      return [
        makeElement('h1', {}, 'No answer'),
        makeElement('p', { class: 'message', role: 'status', dir: 'auto' }, answer.text),
        makeElement('p', { class: 'note' }, 'The assistant reads the same, and can ask again.'),
      ]
    case 'text':
      return [
        makeElement(
          'p',
          { class: 'message', dir: 'auto' },
          answer.text || 'An answer without numbers.',
        ),
      ]
    case 'grid':
      return drawGrid(answer.grid, frame)
  }
}

function drawGrid(grid: Grid, frame: Frame): Leaf[] {
  const shape = shapeOf(grid)
  const isEmpty = grid.rows.length === 0
  const drawing = isEmpty
    ? [makeElement('p', { class: 'empty' }, 'Nothing was counted here.')]
    : drawShape(grid, shape, frame)
  return [headerOf(grid, shape, frame), ...drawing, ...drawNotes(grid, isEmpty)]
}

function drawShape(grid: Grid, shape: Shape, frame: Frame): Leaf[] {
  switch (shape.kind) {
    case 'overview':
      return drawOverview(grid, shape, frame)
    case 'series':
      return drawSeries(grid, shape, frame)
    case 'breakdown':
      return drawBreakdown(grid, shape, frame)
    case 'table':
      return drawTable(grid, frame)
  }
}

function headerOf(grid: Grid, shape: Shape, { formats }: Frame): Branch {
  const { site, range, comparedWith } = grid
  const title = titleOf(grid, shape)
  const days = range && formats.span(range.from, range.to)
  const before = comparedWith && `compared with ${formats.span(comparedWith.from, comparedWith.to)}`
  const when = [days, range?.timezone, before].filter(Boolean).join(' · ')
  return makeElement(
    'header',
    {},
    makeElement(
      'h1',
      {},
      site !== undefined && makeElement('bdi', {}, site),
      site !== undefined && title !== '' && ' · ',
      title,
    ),
    when !== '' && makeElement('p', { class: 'note' }, when),
  )
}

function titleOf(grid: Grid, shape: Shape): string {
  if (shape.kind === 'overview') return 'Overview'
  if (shape.kind === 'breakdown') return `By ${groupedBy(grid, shape)}`
  if (shape.kind === 'table') return ''
  const { split } = shape
  return split === undefined ? 'Over time' : `${inWords(grid.columns[split] ?? '')} over time`
}

/** Notes that stand open; the others are one click away. */
const MAX_OPEN = 2

/** What a metric means, which its name says well enough to most. Any other note is about this answer. */
const DEFINITION =
  /^(?:visitors|a reader|a session|return_rate|most assistants|askers are|_low and _high)\b/

/** Told by the drawing itself, where there is one. */
const DRAWN = /^not whole \w+: /

/** Says what the numbers are not: first what is so of this answer alone, then what the metrics mean. */
function drawNotes({ notes, rows, hasMore }: Grid, isEmpty: boolean): Leaf[] {
  const told = notes.filter((note) => isEmpty || !DRAWN.test(note))
  const special = told.filter((note) => !DEFINITION.test(note))
  const open = [
    ...(hasMore
      ? [`There are more than these ${rows.length}; the assistant can ask for the next.`]
      : []),
    ...special,
  ].slice(0, hasMore ? MAX_OPEN + 1 : MAX_OPEN)
  const rest = told.filter((note) => !open.includes(note))
  if (rest.length === 0) return lines(open)
  return [
    ...lines(open),
    makeElement(
      'details',
      {},
      makeElement('summary', { class: 'note' }, `About these numbers (${rest.length})`),
      ...lines(rest),
    ),
  ]
}

const lines = (texts: readonly string[]): Leaf[] =>
  texts.map((text) => makeElement('p', { class: 'note', dir: 'auto' }, text))
