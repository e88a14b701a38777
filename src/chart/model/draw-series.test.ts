import { describe, expect, it } from 'vitest'
import { Drawn } from '../../testing/drawn.ts'

const days = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`)

const pathsOf = (drawn: Drawn, className: string): unknown[] =>
  drawn.all('path', className).map(({ attributes }) => attributes['d'])

/** Counts the strokes of a path, and the steps in them. */
const strokes = (path: unknown): [strokes: number, steps: number] => [
  String(path).split('M').length - 1,
  String(path).split('L').length - 1,
]

describe('a series', () => {
  it('breaks its line where nothing is known, and shows a value alone as a dot', () => {
    const values = [1, 2, null, 4, null, 6, 7, 8]
    const drawn = new Drawn({
      columns: ['time', 'questions'],
      rows: days(8).map((day, i) => [day, values[i] ?? null]),
    })
    expect(strokes(pathsOf(drawn, 'c0').at(-2))).toEqual([2, 3])
    expect(drawn.all('circle', 'dot')).toHaveLength(1)
    // Zero is a value, and an unknown one is not drawn as zero.
    expect(strokes(pathsOf(drawn, 'area')[0])[0]).toBe(2)
  })

  it('dashes the way to a bucket that is not whole, and leaves its point hollow', () => {
    const drawn = new Drawn({
      columns: ['time', 'questions'],
      rows: days(4).map((day) => [day, 5]),
      notes: ['not whole days: 2026-11-04'],
    })
    expect(strokes(pathsOf(drawn, 'dashed')[0])).toEqual([1, 1])
    expect(strokes(pathsOf(drawn, 'line').at(-2))).toEqual([1, 2])
    expect(drawn.all('circle', 'hollow')).toHaveLength(1)
    // The values in words are those of the last whole bucket.
    expect(drawn.texts('li', 'when')).toEqual([expect.stringMatching(/^Tue,? 3 Nov$/)])
    expect(
      new Drawn(series({ notes: ['not whole days: 2026-11-02'] }), { bucket: 1 }).texts(
        'li',
        'when',
      ),
    ).toEqual([expect.stringMatching(/^Mon,? 2 Nov, not whole$/)])
  })

  it('stands beside the range that it is compared with', () => {
    const drawn = new Drawn({
      columns: ['time', 'ai_ctr', 'ai_ctr_previous'],
      rows: [
        ['2026-11-01', 0.05, 0.04],
        ['2026-11-02', 0.06, null],
      ],
      comparedWith: { from: '2026-10-30', to: '2026-10-31' },
    })
    expect(drawn.texts('h2')).toEqual(['AI CTR'])
    expect(drawn.all('path', 'before')).toHaveLength(2)
    expect(drawn.texts('ul', 'keys')).toEqual([expect.stringMatching(/^Mon,? 2 Nov6%before–$/)])
    expect(drawn.text).toContain('compared with 30 – 31 Oct 2026')
  })

  it('has a line for each group, the largest six of them', () => {
    const rows = Array.from({ length: 8 }, (_, i) =>
      days(3).map((day) => [day, i === 3 ? null : `engine ${i}`, 10 * i]),
    ).flat()
    const drawn = new Drawn({ columns: ['time', 'engine', 'ai_clicks'], rows })
    expect(drawn.texts('bdi', 'name')).toEqual([
      'engine 7',
      'engine 6',
      'engine 5',
      'engine 4',
      '(none)',
      'engine 2',
    ])
    expect(drawn.text).toContain('Not drawn: 2 more groups.')
  })

  it('shades what a rate may be, and says where it rests on too few', () => {
    const columns = ['time', 'ai_ctr', 'ai_ctr_low', 'ai_ctr_high', 'too_few', 'ai_ctr_previous']
    const rows = [
      ['2026-11-01', 0.5, 0.4, 0.6, null, 0.4],
      ['2026-11-02', 0.5, 0.1, 0.9, 'ai_ctr', 0.4],
    ]
    const drawn = new Drawn({ columns, rows })
    expect(drawn.texts('h2')).toEqual(['AI CTR'])
    // The axis ends at 50 %, and so does the band.
    expect(pathsOf(drawn, 'area')).toEqual(['M44 6L588 6L588 166L44 46Z'])
    expect(drawn.texts('li').slice(1)).toEqual(['50%too few', 'before40%'])
    expect(drawn.all('input')[0]?.attributes['aria-valuetext']).toContain('AI CTR 50% of too few')
  })

  it('with groups has nothing counted where the answer has no row, and no rate', () => {
    const rows = [
      ['2026-11-01', 'a', 5, 0.5],
      ['2026-11-04', 'a', 5, 0.5],
      ['2026-11-04', 'b', 2, 0.1],
    ]
    const columns = ['time', 'engine', 'ai_clicks', 'return_rate']
    const heads = ['Time', 'AI clicks, a', 'AI clicks, b', 'Return rate, a', 'Return rate, b']
    const buckets = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']
    const whole = new Drawn({ columns, rows })
    expect(whole.texts('th')).toEqual([...heads, ...buckets])
    const nothing = ['0', '0', '–', '–']
    expect(whole.texts('td')).toEqual(
      [['5', '0', '50%', '–'], nothing, nothing, ['5', '2', '50%', '10%']].flat(),
    )
    const cut = new Drawn({ columns, rows: rows.slice(0, 2), nextCursor: 'more' })
    expect(cut.texts('td').slice(-2)).toEqual(['5', '50%'])
    const cutWithin = [...rows.slice(0, 2), ['2026-11-05', 'b', 1, 0.1]]
    const within = new Drawn({ columns, rows: cutWithin, nextCursor: 'more' })
    expect(within.texts('td').slice(-4)).toEqual(['–', '1', '–', '10%'])
  })

  it('has a panel for each of three metrics, and of more a button each', () => {
    const names = ['impressions', 'ai_clicks', 'questions', 'visitors']
    const grid = (count: number) => ({
      columns: ['time', ...names.slice(0, count)],
      rows: days(2).map((day) => [day, ...names.slice(0, count).map((_, i) => i)]),
    })
    const three = new Drawn(grid(3))
    expect(three.texts('h2')).toEqual(['Impressions', 'AI clicks', 'Questions'])
    expect(three.all('button')).toEqual([])
    const four = new Drawn(grid(4), { metric: 3 })
    expect(four.texts('h2')).toEqual(['Visitors'])
    expect(four.all('button').map(({ attributes }) => attributes['aria-pressed'])).toEqual([
      'false',
      'false',
      'false',
      'true',
    ])
  })

  it('is told to those who do not see it: by a table, and by the control', () => {
    const drawn = new Drawn(series({}), { bucket: 0 })
    expect(drawn.texts('td')).toEqual(['1', '2'])
    expect(drawn.texts('th')).toEqual(['Time', 'Questions', '2026-11-01', '2026-11-02'])
    const [control] = drawn.all('input')
    expect(control?.attributes).toMatchObject({
      type: 'range',
      max: 1,
      value: 0,
      'aria-label': 'Time',
      'aria-valuetext': expect.stringMatching(/^Sun,? 1 Nov: Questions 1$/),
    })
    expect(drawn.all('svg').every(({ attributes }) => attributes['aria-hidden'] === 'true')).toBe(
      true,
    )
  })

  it('of one bucket is a dot, and of only zeros a line at the foot', () => {
    const one = new Drawn({ columns: ['time', 'questions'], rows: [['2026-11', 3]] })
    expect(one.all('circle', 'dot')).toHaveLength(1)
    const none = new Drawn({ columns: ['time', 'questions'], rows: days(3).map((day) => [day, 0]) })
    expect(String(pathsOf(none, 'c0').at(-2))).toMatch(/^M44 206L\d+ 206L588 206$/)
  })

  it('of weeks says that they are', () => {
    const rows = [
      ['2026-11-02', 3],
      ['2026-11-09', 4],
    ]
    const drawn = new Drawn({ columns: ['time', 'questions'], rows })
    expect(drawn.texts('li', 'when')).toEqual([expect.stringMatching(/^Week of Mon,? 9 Nov$/)])
  })
})

const series = (more: object) => ({
  columns: ['time', 'questions'],
  rows: [
    ['2026-11-01', 1],
    ['2026-11-02', 2],
  ],
  ...more,
})
