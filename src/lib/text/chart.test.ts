import { describe, expect, it } from 'vitest'
import { barChart, heading, sparkline, table } from './chart.ts'
import { displayWidth } from './display-width.ts'

const lineWidths = (text: string) => text.split('\n').map(displayWidth)

describe('barChart', () => {
  it('draws bars in eighths with aligned labels and numbers', () => {
    const rows = [
      { label: 'chatgpt', value: 12_345 },
      { label: 'perplexity', value: 6_200 },
      { label: 'claude', value: 777 },
      { label: 'copilot', value: 1 },
      { label: 'none', value: 0 },
    ]
    expect(barChart(rows, { width: 60, unit: 'clicks' })).toMatchInlineSnapshot(`
      "chatgpt     12,345 clicks  █████████████████████████████████
      perplexity   6,200 clicks  ████████████████▋
      claude         777 clicks  ██▏
      copilot          1 clicks  ▏
      none             0 clicks"
    `)
  })

  it('keeps to its width with long and wide labels', () => {
    const rows = [
      { label: '潮汐表はどうやって読むのですか？潮汐表はどうやって読むのですか？', value: 9 },
      { label: 'a label that is a good deal longer than half of the line', value: 4.5 },
    ]
    const chart = barChart(rows, { width: 50 })
    expect(Math.max(...lineWidths(chart))).toBeLessThanOrEqual(50)
    expect(chart).toMatchInlineSnapshot(`
      "潮汐表はどうやって読…     9  █████████████████████
      a label that is a goo…  4.5  ██████████▌"
    `)
  })

  it('draws nothing for zero, for negative values and for no rows', () => {
    expect(barChart([{ label: 'a', value: 0 }])).toBe('a  0')
    expect(barChart([{ label: 'a', value: -2 }])).toBe('a  -2')
    expect(barChart([])).toBe('')
  })

  it('colours only when asked', () => {
    const rows = [{ label: 'a', value: 1 }]
    expect(barChart(rows, { width: 8 })).toBe('a  1  ██')
    expect(barChart(rows, { width: 8, colour: true })).toBe('a  1  \u001b[36m██\u001b[0m')
  })
})

describe('sparkline', () => {
  it('draws one character a value between the lowest and the highest', () => {
    expect(sparkline([10, 20, 30, 40, 50, 60, 70, 80, 10])).toBe('▁▂▃▄▅▆▇█▁')
  })

  it('draws flat and empty series', () => {
    expect(sparkline([5, 5, 5])).toBe('▁▁▁')
    expect(sparkline([])).toBe('')
  })
})

describe('table', () => {
  it('aligns numbers to the right, wide characters by cells, and marks null', () => {
    const rows = [
      ['How do I read a tide table?', 1_234, 0.0514],
      ['潮汐表はどうやって読むのですか？', 56, null],
      [null, 7, 12.5],
    ]
    expect(table(['Question', 'Asked', 'CTR %'], rows)).toMatchInlineSnapshot(`
      "Question                          Asked  CTR %
      ────────────────────────────────  ─────  ─────
      How do I read a tide table?       1,234   0.05
      潮汐表はどうやって読むのですか？     56      –
      –                                     7   12.5"
    `)
  })

  it('shortens the widest column to fit', () => {
    const text = table(['Page', 'Title'], [['/a', 'word '.repeat(40)]], { width: 40 })
    expect(lineWidths(text)).toEqual([11, 40, 40])
    expect(text.endsWith(' word wor…')).toBe(true)
  })

  it('shows short rows and no rows', () => {
    expect(table(['A', 'B'], [['x']])).toBe('A  B\n─  ─\nx  –')
    expect(table(['A', 'B'], [])).toBe('A  B\n─  ─')
  })

  it('keeps control characters off the terminal', () => {
    expect(table(['A'], [['x\u001b[2J\ny']])).toBe('A\n───────\nx [2J y')
  })
})

describe('heading', () => {
  it('rules off a title by its width in cells', () => {
    expect(heading('潮 Tides')).toBe('潮 Tides\n────────')
  })

  it('is bold only when asked', () => {
    expect(heading('A', { colour: true })).toBe('\u001b[1mA\u001b[0m\n─')
  })
})
