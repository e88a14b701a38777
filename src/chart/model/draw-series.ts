import { makeElement, makeDataTable, type Branch, type Leaf } from './branch.ts'
import type { Grid } from './answer.ts'
import { metricButtons } from './controls.ts'
import { drawPanel } from './draw-panel.ts'
import type { Frame } from './frame.ts'
import { makeSeries, type Panel, type SeriesModel } from './series.ts'
import type { Shape } from './shape.ts'
import { inWords } from './words.ts'

/** As many metrics stand below each other; of more, one is chosen. */
const MAX_PANELS = 3
/** Heights of the drawings in pixels, by how many there are: all of it stays below the 500 that hosts show. */
const HEIGHTS = [200, 200, 110, 72]
/** Rows of the table that screens do not show. */
const MAX_READ = 120

/** Lines over time, with a control that tells the values of one bucket. */
export function drawSeries(
  grid: Grid,
  shape: Extract<Shape, { kind: 'series' }>,
  frame: Frame,
): Leaf[] {
  const model = makeSeries(grid, shape)
  const chosen = Math.min(frame.choice.metric, model.panels.length - 1)
  const isChoice = model.panels.length > MAX_PANELS
  const panels = isChoice ? model.panels.slice(chosen, chosen + 1) : model.panels
  const bucket = told(model, frame)
  const height = (HEIGHTS[panels.length] ?? 200) * (1 - frame.tightness / 14)
  const drawn = panels.map((panel, i) => {
    const hasAxis = i === panels.length - 1
    const when = i === 0 ? bucketName(model, bucket, frame) : undefined
    return drawPanel(model, panel, { height, hasAxis, bucket, when }, frame)
  })
  const names = model.panels.map(({ metric }) => metric)
  const leaves = [
    isChoice && metricButtons(names, chosen, frame),
    makeElement('div', { class: 'panels' }, ...drawn, control(model, panels, bucket, frame)),
    model.left > 0 && makeElement('p', { class: 'note' }, leftOut(model.left)),
    toRead(model, panels, frame),
  ]
  return leaves.filter((leaf) => leaf !== false && leaf !== undefined)
}

/** The chosen bucket, or else the last that is whole. */
function told({ buckets, partial }: SeriesModel, { choice }: Frame): number {
  const last = buckets.length - 1
  if (choice.bucket !== undefined) return Math.max(0, Math.min(last, choice.bucket))
  const whole = buckets.findLastIndex((_, i) => !partial.has(i))
  return whole < 0 ? last : whole
}

function bucketName({ buckets, partial, isWeekly }: SeriesModel, i: number, { formats }: Frame) {
  const name = formats.bucket(buckets[i] ?? '')
  return `${isWeekly ? `Week of ${name}` : name}${partial.has(i) ? ', not whole' : ''}`
}

const leftOut = (left: number): string =>
  `Not drawn: ${left} more ${left === 1 ? 'group' : 'groups'}.`

/** A slider that nobody sees lies over the lines: it brings keys, touch and a voice of its own. */
function control(
  model: SeriesModel,
  panels: readonly Panel[],
  bucket: number,
  frame: Frame,
): Branch {
  const values = panels.flatMap(({ metric, lines }) =>
    lines.map(({ name, values: line, few }) => {
      const value = frame.formats.value(metric, line[bucket])
      const whose = name === undefined ? '' : `${name}, `
      return `${whose}${inWords(metric)} ${value}${few.has(bucket) ? ' of too few' : ''}`
    }),
  )
  return makeElement('input', {
    type: 'range',
    class: 'control',
    dir: 'ltr',
    min: 0,
    max: model.buckets.length - 1,
    value: bucket,
    'aria-label': 'Time',
    'aria-valuetext': `${bucketName(model, bucket, frame)}: ${values.join('; ')}`,
  })
}

/** The same numbers as a table, for those who do not see the lines. */
function toRead(model: SeriesModel, panels: readonly Panel[], frame: Frame): Branch {
  const lines = panels.flatMap(({ metric, lines: all }) => all.map((line) => ({ metric, line })))
  const title = ({ metric, line }: (typeof lines)[number]): string =>
    line.name === undefined ? inWords(metric) : `${inWords(metric)}, ${line.name}`
  const head = ['Time', ...lines.map(title)].map((text) =>
    makeElement('th', { scope: 'col' }, text),
  )
  const rows = model.buckets.slice(-MAX_READ).map((label, i, shown) => {
    const at = model.buckets.length - shown.length + i
    return [
      makeElement('th', { scope: 'row' }, label),
      ...lines.map(({ metric, line }) =>
        makeElement('td', {}, frame.formats.value(metric, line.values[at])),
      ),
    ]
  })
  return makeElement('div', { class: 'unseen' }, makeDataTable({}, head, rows))
}
