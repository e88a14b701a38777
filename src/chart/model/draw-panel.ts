import { makeElement, type Branch } from './branch.ts'
import type { Frame } from './frame.ts'
import { linePaths, linePoints, type Canvas } from './draw-line.ts'
import { xOf, yOf, type PlotArea } from './plot.ts'
import { axisEnd, labelled } from './scale.ts'
import type { Line, Panel, SeriesModel } from './series.ts'

/** The margins of the drawing in pixels. The stylesheet places the control over the lines by `LEFT` and `RIGHT`. */
const LEFT = 44
const RIGHT = 12
const TOP = 6
const AXIS = 18
/** The most pixels that a label of the time axis may be wide. */
const TICK_WIDTH = 76

interface Place {
  height: number
  hasAxis: boolean
  /** The index of the bucket whose values are shown in words. */
  bucket: number
  /** The name of the bucket whose values are shown in words; undefined where the name is not shown. */
  when: string | undefined
}

/** Draws one metric over time: its name, the values of one bucket, and its lines. */
export function drawPanel(model: SeriesModel, panel: Panel, place: Place, frame: Frame): Branch {
  const { metric, lines } = panel
  const area: PlotArea = {
    left: LEFT,
    top: TOP,
    width: Math.max(1, frame.width - LEFT - RIGHT),
    height: place.height,
  }
  const max = axisEnd(panel)
  const height = TOP + place.height + (place.hasAxis ? AXIS : 6)
  const drawing = makeElement(
    'svg',
    { width: frame.width, height, 'aria-hidden': 'true' },
    valueAxis(metric, max, area, frame),
    ...lines.flatMap((line, i) =>
      drawLine(model, line, i, { area, max, isOnly: lines.length === 1 }),
    ),
    frame.choice.bucket !== undefined && cursor(model, panel, max, area, place.bucket),
    place.hasAxis && timeAxis(model, area, frame),
  )
  return makeElement(
    'section',
    { 'aria-label': frame.texts.column(metric) },
    makeElement(
      'div',
      { class: 'head' },
      makeElement('h2', {}, frame.texts.column(metric)),
      makeElement(
        'ul',
        { class: 'keys' },
        place.when !== undefined && makeElement('li', { class: 'when' }, place.when),
        ...lines.flatMap((line, i) => keysOf(panel, line, i, place, frame)),
      ),
    ),
    drawing,
  )
}

/** Draws a line, with a point for each value that no line shows and for each that still grows. */
const drawLine = (model: SeriesModel, line: Line, color: number, canvas: Canvas): Branch[] => [
  ...linePaths(model, line, color, canvas),
  ...linePoints(model, line).map(({ i, kind, value }) =>
    makeElement('circle', {
      class: `${kind} c${color}`,
      cx: xOf(canvas.area, line.values.length, i),
      cy: yOf(canvas.area, canvas.max, value),
      r: 3,
    }),
  ),
]

function cursor(
  model: SeriesModel,
  { lines }: Panel,
  max: number,
  area: PlotArea,
  at: number,
): Branch {
  const x = xOf(area, model.buckets.length, at)
  const dots = lines.flatMap(({ values }, i) => {
    const value = values[at]
    if (typeof value !== 'number') return []
    return makeElement('circle', { class: `dot c${i}`, cx: x, cy: yOf(area, max, value), r: 4 })
  })
  const line = { class: 'cursor', x1: x, x2: x, y1: area.top, y2: area.top + area.height }
  return makeElement('g', {}, makeElement('line', line), ...dots)
}

function valueAxis(metric: string, max: number, area: PlotArea, { formats, width }: Frame): Branch {
  const ticks = area.height < 80 ? [0, max] : [0, max / 2, max]
  return makeElement(
    'g',
    { class: 'axis' },
    ...ticks.flatMap((value) => {
      const y = yOf(area, max, value)
      return [
        makeElement('line', { x1: LEFT, x2: width - RIGHT, y1: y, y2: y }),
        makeElement(
          'text',
          { x: LEFT - 6, y: y + 4, 'text-anchor': 'end' },
          formats.compact(metric, value),
        ),
      ]
    }),
  )
}

function timeAxis({ buckets }: SeriesModel, area: PlotArea, { formats, width }: Frame): Branch {
  const y = area.top + area.height + 14
  const most = Math.floor(area.width / TICK_WIDTH)
  return makeElement(
    'g',
    { class: 'axis' },
    ...labelled(buckets.length, most).map((i) => {
      const x = xOf(area, buckets.length, i)
      const isLast = x > width - RIGHT - TICK_WIDTH / 2
      const anchor = isLast ? 'end' : 'middle'
      return makeElement(
        'text',
        { x: isLast ? width - 2 : x, y, 'text-anchor': anchor },
        formats.tick(buckets[i] ?? ''),
      )
    }),
  )
}

/**
 * Makes the entries of a line at one bucket: its name and its value, and, where it is the only line, its value before.
 */
function keysOf(
  { metric, lines }: Panel,
  { name, values, previous, few }: Line,
  color: number,
  { bucket }: Place,
  { formats, texts }: Frame,
) {
  const isOnly = lines.length === 1 && !previous
  const key = (kind: string, label: string | undefined, value: number | null, isFew: boolean) =>
    makeElement(
      'li',
      {},
      !isOnly && swatch(kind),
      label !== undefined && makeElement('bdi', { class: 'name', title: label }, label),
      makeElement('strong', {}, formats.value(metric, value)),
      isFew && makeElement('small', {}, texts.tooFew),
    )
  const now = key(`line c${color}`, name, values[bucket] ?? null, few.has(bucket))
  if (!previous || lines.length > 1) return [now]
  return [now, key('line before', texts.before, previous[bucket] ?? null, false)]
}

const swatch = (kind: string): Branch =>
  makeElement(
    'svg',
    { width: 14, height: 8, 'aria-hidden': 'true' },
    makeElement('path', { class: kind, d: 'M0 4L14 4' }),
  )
