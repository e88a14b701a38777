import { expect, it } from 'vitest'
import { branchesOf, frameOf, shownText } from '../../testing/drawn.ts'
import { ENGLISH_TEXTS } from './english-texts.ts'
import { plotSeries, type Plot } from './plot-series.ts'
import { readAnswer } from './read-answer.ts'
import { makeSeries } from './series.ts'
import { shapeOf } from './shape.ts'

interface Asked {
  bucket?: number
  marks?: { day: string; text: string }[]
  notes?: string[]
}

/** Plots the first metric of a table of one of our tools. */
function plotted(
  columns: string[],
  rows: unknown[][],
  { notes = [], ...asked }: Asked = {},
): Plot<{ day: string; text: string }> {
  const answer = readAnswer({ structuredContent: { columns, rows, notes } })
  const grid = answer.kind === 'grid' ? answer.grid : undefined
  const shape = grid && shapeOf(grid)
  if (!grid || shape?.kind !== 'series') throw new Error('This is no series')
  const model = makeSeries(grid, shape, ENGLISH_TEXTS)
  const [panel = { metric: '', lines: [] }] = model.panels
  return plotSeries(model, panel, asked, frameOf())
}

const DAYS = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06']
const counts = DAYS.map((day, i) => [day, 10 * i])

const elements = ({ drawing }: Plot, name: string) =>
  branchesOf([drawing])
    .filter(({ attributes }) => String(attributes['class']).split(' ').includes(name))
    .map(({ attributes }) => attributes)

it('a plot has no text in its drawing, which stretches without its strokes', () => {
  const plot = plotted(
    ['time', 'questions', 'questions_previous'],
    counts.map((row) => [...row, 5]),
    {
      bucket: 1,
      marks: [{ day: '2026-11-03', text: 'Scan' }],
    },
  )
  expect(shownText([plot.drawing])).toBe('')
  const [outer, inner] = branchesOf([plot.drawing]).filter(({ tag }) => tag === 'svg')
  expect(outer?.attributes).toMatchObject({ width: '100%', height: 200 })
  expect(inner?.attributes).toMatchObject({
    viewBox: '0 0 1000 200',
    preserveAspectRatio: 'none',
  })
  expect(
    inner?.children.map((child) => typeof child === 'string' || child.attributes['vector-effect']),
  ).toEqual(Array.from({ length: 4 }, () => 'non-scaling-stroke'))
  expect(elements(plot, 'before')).toHaveLength(1)
  expect(elements(plot, 'ruled').map(({ y1 }) => y1)).toEqual([0, 100, 200])
  expect(elements(plot, 'mark')[0]).toMatchObject({ x1: '25%', x2: '25%' })
  expect(elements(plot, 'cursor')[0]).toMatchObject({ x1: '25%', x2: '25%' })
})

it('the words of a plot are data: its axes, and what one bucket has', () => {
  const plot = plotted(
    ['time', 'questions', 'questions_previous'],
    counts.map((row) => [...row, 5]),
  )
  expect(plot.scale).toEqual([
    { text: '40', y: 0 },
    { text: '20', y: 100 },
    { text: '0', y: 200 },
  ])
  expect(plot.ticks.map(({ text, at }) => [text, at])).toEqual(
    ['2 Nov', '3 Nov', '4 Nov', '5 Nov', '6 Nov'].map((text, i) => [text, i / 4]),
  )
  expect(plot.ends).toEqual([])
  expect(plot.told).toMatchObject({
    bucket: 4,
    last: 4,
    spoken: expect.stringMatching(/^Fri,? 6 Nov: Questions 40$/),
    lines: [{ name: undefined, color: 0, value: '40', before: '5', isFew: false }],
  })
})

it('a day that is not over is dashed to a hollow point, and not what is told', () => {
  const plot = plotted(['time', 'questions'], counts, { notes: ['not whole days: 2026-11-06'] })
  expect(elements(plot, 'hollow')).toEqual([{ class: 'hollow c0', cx: '100%', cy: 0, r: 3.5 }])
  expect(elements(plot, 'dashed')[0]?.['d']).toBe('M750 50L1000 0')
  expect(plot.told.bucket).toBe(3)
})

it('the band is what a rate may be', () => {
  const rows = DAYS.slice(0, 2).map((day) => [day, 0.5, 0.4, 0.5])
  const plot = plotted(['time', 'ai_ctr', 'ai_ctr_low', 'ai_ctr_high'], rows)
  expect(elements(plot, 'area')[0]?.['d']).toBe('M0 0L1000 0L1000 40L0 40Z')
})

it('lines have names at their ends, 16 pixels apart and none outside', () => {
  const rows = DAYS.flatMap((day) =>
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, i) => [day, name, i === 0 ? 100 : 0]),
  )
  const plot = plotted(['time', 'engine', 'ai_clicks'], rows)
  expect(plot.ends).toEqual(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name, i) => ({
      name,
      color: i,
      y: i === 0 ? 0 : 120 + 16 * i,
      end: i === 0 ? 0 : 200,
    })),
  )
  expect(elements(plot, 'area')).toEqual([])
})

it.each([
  [
    'days',
    DAYS,
    [
      [1, 1, 'x y'],
      [2, 4, 'late'],
    ],
  ],
  ['weeks', ['2026-10-26', '2026-11-02'], [[1, 1, 'x y late']]],
  ['months', ['2026-10', '2026-11'], [[1, 1, 'x y late']]],
  [
    'hours',
    ['2026-11-02T23:00+01:00', '2026-11-03T00:00+01:00', '2026-11-03T01:00+01:00'],
    [
      [1, 1, 'x y'],
      [2, 2, 'late'],
    ],
  ],
])('marks of one of the %s share a number', (_, buckets, expected) => {
  const marks = [
    { day: '2026-10-01', text: 'before all' },
    { day: '2026-11-03', text: 'x' },
    { day: '2026-11-03', text: 'y' },
    { day: '2026-11-08', text: 'late' },
  ].slice(buckets[0] === '2026-10' ? 1 : 0)
  const plot = plotted(
    ['time', 'questions'],
    buckets.map((label) => [label, 1]),
    { marks },
  )
  expect(
    plot.marks.map((mark) => [
      mark.number,
      mark.bucket,
      mark.marks.map(({ text }) => text).join(' '),
    ]),
  ).toEqual(expected)
})

it('a plot of nothing has its rules and its axis', () => {
  const plot = plotted(['time', 'questions'], [['2026-11-02', null]])
  expect(plot.scale.map(({ text }) => text)).toEqual(['1', '0.5', '0'])
  expect(plot.told.lines[0]?.value).toBe('–')
  expect(plot.ticks[0]?.at).toBe(0.5)
})
