import { makeElement, type Branch } from './branch.ts'
import { linePaths, linePoints } from './draw-line.ts'
import type { Voice } from './frame.ts'
import { yOf, type PlotArea } from './plot.ts'
import { axisEnd, labelled } from './scale.ts'
import type { Line, Panel, SeriesModel } from './series.ts'
import { bucketName, spokenBucket, toldBucket } from './tell-series.ts'

/** The height of the drawing in pixels. */
const PLOT_HEIGHT = 200
/** The area in which lines are drawn, before they are stretched to the width of the page. */
const AREA: PlotArea = { left: 0, top: 0, width: 1_000, height: PLOT_HEIGHT }
/** The most labels below the time axis. */
const MAX_TICKS = 5
/** The fewest pixels between the names of two lines. */
const NAME_HEIGHT = 16

/** Something that happened on a day of the site, such as 2026-11-03. */
interface DayMark {
  day: string
}

/** A drawing without any text, and the texts that the page puts around it. */
export interface Plot<M extends DayMark = DayMark> {
  /** The lines. They become as wide as the room that they are given; round parts stay round. */
  drawing: Branch
  /** The numbers of the value axis, the highest first, each at its pixels from the top. */
  scale: readonly { text: string; y: number }[]
  /** The names of buckets, each at a share of the width from 0 to 1. */
  ticks: readonly { text: string; bucket: number; at: number }[]
  /**
   * The names of the lines, where there are several, from the top and at least `NAME_HEIGHT` pixels apart; `end` is
   * where the line itself ends.
   */
  ends: readonly { name: string; color: number; y: number; end: number }[]
  /** The marks, numbered; those in one bucket share a number. */
  marks: readonly { number: number; bucket: number; at: number; marks: readonly M[] }[]
  /** The values of the lines at the chosen bucket, or else at the last whole one. */
  told: {
    bucket: number
    last: number
    when: string
    /** The same values in one sentence, for people who hear it. */
    spoken: string
    lines: readonly ToldLine[]
  }
}

interface ToldLine {
  name: string | undefined
  color: number
  value: string
  before: string | undefined
  isFew: boolean
}

/**
 * Draws one metric over time, with its texts apart from it. `bucket` is the index of the bucket that a person points
 * at.
 */
export function plotSeries<M extends DayMark>(
  model: SeriesModel,
  panel: Panel,
  { bucket, marks = [] }: { bucket?: number | undefined; marks?: readonly M[] },
  voice: Voice,
): Plot<M> {
  const { metric, lines } = panel
  const count = model.buckets.length
  const max = axisEnd(panel)
  const at = (i: number): number => (count < 2 ? 0.5 : i / (count - 1))
  const numbered = numberMarks(model.buckets, marks).map((mark) => ({
    ...mark,
    at: at(mark.bucket),
  }))
  const shown = toldBucket(model, bucket)
  return {
    drawing: makeElement(
      'svg',
      { class: 'lines', width: '100%', height: PLOT_HEIGHT, 'aria-hidden': 'true' },
      ...[0, PLOT_HEIGHT / 2, PLOT_HEIGHT].map(ruled),
      stretched(
        lines.flatMap((line, i) =>
          linePaths(model, line, i, { area: AREA, max, isOnly: lines.length === 1 }),
        ),
      ),
      ...numbered.map((mark) => upright('mark', mark.at)),
      ...(bucket === undefined ? [] : [upright('cursor', at(shown))]),
      ...lines.flatMap((line, i) => roundPoints(model, line, i, { at, max })),
      ...(bucket === undefined ? [] : cursorPoints(lines, shown, { at, max })),
    ),
    scale: [max, max / 2, 0].map((value) => ({
      text: voice.formats.compact(metric, value),
      y: yOf(AREA, max, value),
    })),
    ticks: labelled(count, MAX_TICKS).map((i) => ({
      text: voice.formats.tick(model.buckets[i] ?? ''),
      bucket: i,
      at: at(i),
    })),
    ends: lines.length > 1 ? nameEnds(lines, max) : [],
    marks: numbered,
    told: {
      bucket: shown,
      last: count - 1,
      when: bucketName(model, shown, voice),
      spoken: spokenBucket(model, [panel], shown, voice),
      lines: lines.map((line, color) => tellLine(metric, line, color, shown, voice)),
    },
  }
}

const tellLine = (
  metric: string,
  { name, values, previous, few }: Line,
  color: number,
  bucket: number,
  { formats }: Voice,
): ToldLine => ({
  name,
  color,
  value: formats.value(metric, values[bucket] ?? null),
  before: previous && formats.value(metric, previous[bucket] ?? null),
  isFew: few.has(bucket),
})

const ruled = (y: number): Branch =>
  makeElement('line', { class: 'ruled', x1: 0, x2: '100%', y1: y, y2: y })

const upright = (kind: 'mark' | 'cursor', at: number): Branch =>
  makeElement('line', { class: kind, x1: percent(at), x2: percent(at), y1: 0, y2: PLOT_HEIGHT })

/** Draws paths so that they stretch to any width, while their strokes stay as thick as they are. */
const stretched = (paths: readonly Branch[]): Branch =>
  makeElement(
    'svg',
    {
      viewBox: `0 0 ${AREA.width} ${PLOT_HEIGHT}`,
      width: '100%',
      height: PLOT_HEIGHT,
      preserveAspectRatio: 'none',
    },
    ...paths.map(({ tag, attributes }) =>
      makeElement(tag, { ...attributes, 'vector-effect': 'non-scaling-stroke' }),
    ),
  )

interface Places {
  at: (i: number) => number
  max: number
}

const circle = (kind: string, i: number, value: number, { at, max }: Places): Branch =>
  makeElement('circle', { class: kind, cx: percent(at(i)), cy: yOf(AREA, max, value), r: 3.5 })

const roundPoints = (model: SeriesModel, line: Line, color: number, places: Places): Branch[] =>
  linePoints(model, line).map(({ i, kind, value }) => circle(`${kind} c${color}`, i, value, places))

const cursorPoints = (lines: readonly Line[], bucket: number, places: Places): Branch[] =>
  lines.flatMap(({ values }, color) => {
    const value = values[bucket]
    return typeof value === 'number' ? [circle(`dot c${color}`, bucket, value, places)] : []
  })

const percent = (share: number): string => `${Math.round(share * 1_000) / 10}%`

/** Places the name of each line where the line ends, and moves names apart that would cover each other. */
function nameEnds(lines: readonly Line[], max: number): Plot['ends'] {
  const ends = lines
    .map(({ name = '', values }, color) => {
      const end = yOf(AREA, max, values.findLast((value) => value !== null) ?? 0)
      return { name, color, y: end, end }
    })
    .toSorted((one, other) => one.end - other.end)
  let free = 0
  for (const label of ends) {
    label.y = Math.max(label.y, free)
    free = label.y + NAME_HEIGHT
  }
  let lowest = PLOT_HEIGHT
  for (const label of ends.toReversed()) {
    label.y = Math.min(label.y, lowest)
    lowest = label.y - NAME_HEIGHT
  }
  return ends
}

/** Numbers marks by the buckets that they fall into; a mark before all buckets gets no number. */
function numberMarks<M extends DayMark>(buckets: readonly string[], marks: readonly M[]) {
  const byBucket = new Map<number, M[]>()
  for (const mark of marks) {
    const bucket = bucketOf(buckets, mark.day)
    if (bucket >= 0) byBucket.set(bucket, [...(byBucket.get(bucket) ?? []), mark])
  }
  return [...byBucket]
    .toSorted(([one], [other]) => one - other)
    .map(([bucket, together], i) => ({ number: i + 1, bucket, marks: together }))
}

/** Returns the index of the bucket of a day: its first hour, or the day, week or month that it is in. */
function bucketOf(buckets: readonly string[], day: string): number {
  const first = buckets.findIndex((label) => label.startsWith(day))
  return first >= 0 ? first : buckets.findLastIndex((label) => label.slice(0, 10) <= day)
}
