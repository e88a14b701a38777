import { makeElement, type Branch } from './branch.ts'
import type { Frame } from './frame.ts'
import { alone, areaPath, bandPath, linePath, xOf, yOf, type PlotArea } from './plot.ts'
import type { Line, Panel, SeriesModel } from './series.ts'

/** In pixels; the stylesheet places the control over the lines by the first two. */
const LEFT = 44
const RIGHT = 12
const TOP = 6
const AXIS = 18
/** How wide a label of the time axis may be. */
const TICK_WIDTH = 76

interface Place {
  height: number
  hasAxis: boolean
  /** The bucket whose values are told. */
  bucket: number
  /** What that bucket is called, where it is told. */
  when: string | undefined
}

/** One metric over time: its name, the values of one bucket, and its lines. */
export function drawPanel(model: SeriesModel, panel: Panel, place: Place, frame: Frame): Branch {
  const { metric, lines } = panel
  const area: PlotArea = {
    left: LEFT,
    top: TOP,
    width: Math.max(1, frame.width - LEFT - RIGHT),
    height: place.height,
  }
  const max = roundUp(Math.max(0, ...lines.flatMap(valuesOf)))
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

const valuesOf = ({ values, previous }: Line): number[] =>
  [...values, ...(previous ?? [])].filter((value) => value !== null)

interface Canvas {
  area: PlotArea
  max: number
  isOnly: boolean
}

/** Draws a line; the steps from and to a bucket that is not whole are dashed, and its point is hollow. */
function drawLine(
  { partial }: SeriesModel,
  line: Line,
  color: number,
  { area, max, isOnly }: Canvas,
): (Branch | undefined)[] {
  const { values, previous } = line
  const isWhole = (i: number): boolean => !partial.has(i) && !partial.has(i - 1)
  const dots = alone(values).filter((i) => !partial.has(i))
  const hollow = [...partial].filter((i) => typeof values[i] === 'number')
  const dot = (i: number, kind: string): Branch =>
    makeElement('circle', {
      class: `${kind} c${color}`,
      cx: xOf(area, values.length, i),
      cy: yOf(area, max, values[i] ?? 0),
      r: 3,
    })
  return [
    isOnly
      ? makeElement('path', { class: `area c${color}`, d: shade(line, { area, max }) })
      : undefined,
    isOnly && previous
      ? makeElement('path', { class: 'line before', d: linePath(area, max, previous, () => true) })
      : undefined,
    makeElement('path', { class: `line c${color}`, d: linePath(area, max, values, isWhole) }),
    makeElement('path', {
      class: `line dashed c${color}`,
      d: linePath(area, max, values, (i) => !isWhole(i)),
    }),
    ...dots.map((i) => dot(i, 'dot')),
    ...hollow.map((i) => dot(i, 'hollow')),
  ]
}

/** Shades what a rate may be, or else what lies below a count. */
function shade({ values, low, high }: Line, { area, max }: Pick<Canvas, 'area' | 'max'>): string {
  const isRate = low.some((end) => end !== null)
  return isRate ? bandPath(area, max, low, high) : areaPath(area, max, values)
}

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

/** The name and the value of a line at one bucket, with what it was before. */
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

/** Their halves are as short as they are. */
const STEPS = [1, 2, 3, 4, 5, 6, 8, 10]

/** The next round number that is not below a value, for the upper end of an axis; 1 for an axis without values. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = STEPS.find((size) => size * power >= value) ?? 10
  return Number((step * power).toPrecision(3))
}

/** The places of at most `most` labels among a number of buckets, evenly from the first on. */
export function labelled(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)))
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step)
}
