import { makeElement, type Branch, type Leaf } from './branch.ts'
import type { Grid } from './answer.ts'
import { metricButtons } from './controls.ts'
import { drawPanel } from './draw-panel.ts'
import type { Frame } from './frame.ts'
import { makeSeries, type Panel, type SeriesModel } from './series.ts'
import type { Shape } from './shape.ts'
import { bucketName, seriesTable, spokenBucket, toldBucket } from './tell-series.ts'

/** The most metrics that stand below each other; of more metrics, one is chosen. */
const MAX_PANELS = 3
/** The heights of a drawing in pixels, by the number of drawings: together they stay below the 500 that hosts show. */
const HEIGHTS = [200, 200, 110, 72]

/** Draws lines over time, with a control that shows the values of one bucket in words. */
export function drawSeries(
  grid: Grid,
  shape: Extract<Shape, { kind: 'series' }>,
  frame: Frame,
): Leaf[] {
  const model = makeSeries(grid, shape, frame.texts)
  const chosen = Math.min(frame.choice.metric, model.panels.length - 1)
  const isChoice = model.panels.length > MAX_PANELS
  const panels = isChoice ? model.panels.slice(chosen, chosen + 1) : model.panels
  const bucket = toldBucket(model, frame.choice.bucket)
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
    model.left > 0 && makeElement('p', { class: 'note' }, frame.texts.groupsLeft(model.left)),
    makeElement('div', { class: 'unseen' }, seriesTable(model, panels, frame)),
  ]
  return leaves.filter((leaf) => leaf !== false && leaf !== undefined)
}

/** Makes an invisible slider that lies over the lines, since a slider can be used by keys, touch and voice. */
const control = (
  model: SeriesModel,
  panels: readonly Panel[],
  bucket: number,
  frame: Frame,
): Branch =>
  makeElement('input', {
    type: 'range',
    class: 'control',
    dir: 'ltr',
    min: 0,
    max: model.buckets.length - 1,
    value: bucket,
    'aria-label': frame.texts.time,
    'aria-valuetext': spokenBucket(model, panels, bucket, frame),
  })
