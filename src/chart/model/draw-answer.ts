import { makeElement, type Branch, type Leaf } from './branch.ts'
import type { Answer, Grid } from './answer.ts'
import { drawBreakdown, groupedBy } from './draw-breakdown.ts'
import { drawOverview } from './draw-overview.ts'
import { drawSeries } from './draw-series.ts'
import { drawTable } from './draw-table.ts'
import type { ChartTexts } from './english-texts.ts'
import type { Frame, Voice } from './frame.ts'
import { shapeOf, type Shape } from './shape.ts'

/** Draws an answer, also one that is still to come, was cancelled, or was refused. */
export function drawAnswer(answer: Answer, frame: Frame): Leaf[] {
  const { texts } = frame
  switch (answer.kind) {
    case 'waiting':
      return [makeElement('p', { class: 'waiting', role: 'status' }, texts.counting)]
    case 'cancelled':
      return [makeElement('p', { class: 'note', role: 'status' }, texts.takenBack)]
    case 'refused':
      return [
        makeElement('h1', {}, texts.noAnswer),
        makeElement('p', { class: 'message', role: 'status', dir: 'auto' }, answer.text),
        makeElement('p', { class: 'note' }, texts.canAskAgain),
      ]
    case 'text':
      return [
        makeElement('p', { class: 'message', dir: 'auto' }, answer.text || texts.withoutNumbers),
      ]
    case 'grid':
      return drawGrid(answer.grid, frame)
  }
}

function drawGrid(grid: Grid, frame: Frame): Leaf[] {
  const shape = shapeOf(grid)
  const isEmpty = grid.rows.length === 0
  const drawing = isEmpty
    ? [makeElement('p', { class: 'empty' }, frame.texts.nothingCounted)]
    : drawShape(grid, shape, frame)
  return [headerOf(grid, shape, frame), ...drawing, ...drawNotes(grid, isEmpty, frame)]
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

function headerOf(grid: Grid, shape: Shape, { formats, texts }: Frame): Branch {
  const { site, range, comparedWith } = grid
  const title = titleOf(grid, shape, texts)
  const days = range && formats.span(range.from, range.to)
  const before =
    comparedWith && texts.comparedWith(formats.span(comparedWith.from, comparedWith.to))
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

function titleOf(grid: Grid, shape: Shape, texts: ChartTexts): string {
  if (shape.kind === 'overview') return texts.overview
  if (shape.kind === 'breakdown') return texts.by(groupedBy(grid, shape))
  if (shape.kind === 'table') return ''
  const { split } = shape
  return split === undefined ? texts.overTime : texts.columnOverTime(grid.columns[split] ?? '')
}

/** The most notes that are shown openly; the others are one click away. */
const MAX_OPEN = 2

/**
 * Matches a note that says what a metric means, which most people know from its name. Any other note is about this
 * answer.
 */
const DEFINITION =
  /^(?:visitors|a reader|a session|return_rate|most assistants|askers are|_low and _high)\b/

/** Matches a note that the drawing itself shows, so that it is left out where something is drawn. */
const DRAWN = /^not whole \w+: /

/**
 * Draws the notes, which say how the numbers may not be read: first those about this answer alone, then those that say
 * what the metrics mean.
 */
function drawNotes({ notes, rows, hasMore }: Grid, isEmpty: boolean, { texts }: Voice): Leaf[] {
  const told = notes.filter((note) => isEmpty || !DRAWN.test(note))
  const special = told.filter((note) => !DEFINITION.test(note))
  const open = [...(hasMore ? [texts.moreRows(rows.length)] : []), ...special].slice(
    0,
    hasMore ? MAX_OPEN + 1 : MAX_OPEN,
  )
  const rest = told.filter((note) => !open.includes(note))
  if (rest.length === 0) return lines(open)
  return [
    ...lines(open),
    makeElement(
      'details',
      {},
      makeElement('summary', { class: 'note' }, texts.aboutNumbers(rest.length)),
      ...lines(rest),
    ),
  ]
}

const lines = (texts: readonly string[]): Leaf[] =>
  texts.map((text) => makeElement('p', { class: 'note', dir: 'auto' }, text))
