import { describe, expect, it } from 'vitest'
import { Drawn } from '../../testing/drawn.ts'

const widthsOf = (drawn: Drawn): unknown[] =>
  drawn.all('rect').map(({ attributes }) => attributes['width'])

/** Returns the text of each row of a table, without the row of heads. */
const rowsOf = (drawn: Drawn): string[] => drawn.texts('tr').slice(1)

const WEEK = { range: { from: '2026-11-16', to: '2026-11-22', timezone: 'UTC' } }

describe('a breakdown', () => {
  it('has a bar for each group, in the order of the answer', () => {
    const drawn = new Drawn({
      columns: ['path', 'questions'],
      rows: [
        ['/a', 10],
        ['/b', 40],
        ['/c', 0],
        ['/d', null],
      ],
    })
    expect(widthsOf(drawn)).toEqual(['25%', '100%', '0%', '0%'])
    expect(rowsOf(drawn)).toEqual(['/a10', '/b40', '/c0', '/d–'])
    expect(drawn.texts('h1')).toEqual(['By path'])
  })

  it('names groups of two dimensions, and those without a name', () => {
    const drawn = new Drawn({
      columns: ['engine', 'device', 'ai_clicks'],
      rows: [
        ['chatgpt', 'mobile', 4],
        [null, 'desktop', 2],
      ],
    })
    expect(rowsOf(drawn)).toEqual(['chatgpt · mobile4', '(none) · desktop2'])
    expect(drawn.texts('h1')).toEqual(['By engine and device'])
  })

  it('says of each change what it is worth', () => {
    const changes: [change: number | string | null, verdict: string | null, text: string][] = [
      [20.6, 'unusual_up', '▲ unusual rise 20.6%'],
      [-3, 'unusual_down', '▼ unusual fall 3%'],
      [4.4, 'usual', 'usual +4.4%'],
      [80, 'too_few', 'too few'],
      [null, 'not_comparable', 'counted differently'],
      [null, 'unusual_up', '▲ unusual rise from zero'],
      ['12.5x', 'unusual_up', '▲ unusual rise 12.5×'],
      [5, 'short_history', '+5%'],
      [null, null, ''],
      ['constructor', '__proto__', ''],
    ]
    const drawn = new Drawn({
      ...WEEK,
      columns: ['path', 'questions', 'questions_change_pct', 'verdict', 'usual_pct'],
      rows: changes.map(([change, verdict], i) => [`/${i}`, 1, change, verdict, '-23..29']),
    })
    expect(rowsOf(drawn)).toEqual(changes.map(([, , text], i) => `/${i}1${text}`))
    expect(drawn.text).toContain('Grey changes are within what is usual here.')
    expect(drawn.all('span').map(({ attributes }) => attributes['title'])).toContain(
      'usual here: -23 to 29 %',
    )
  })

  it.each([
    ['a week', '2026-11-16', '2026-11-22', '▲ unusual rise 20.6%'],
    ['two months', '2026-09-01', '2026-10-31', '▲ unusual rise 20.6%'],
    ['seven days', '2026-11-17', '2026-11-23', '+20.6%'],
    ['28 days, of which one may be today', '2026-10-27', '2026-11-23', '+20.6%'],
    ['no days', 'x', '2026-11-22', '+20.6%'],
  ])('says words of a change of whole weeks and months alone: %s', (_, from, to, text) => {
    const drawn = new Drawn({
      range: { from, to, timezone: 'UTC' },
      columns: ['path', 'questions', 'questions_change_pct', 'verdict'],
      rows: [['/a', 1, 20.6, 'unusual_up']],
    })
    expect(rowsOf(drawn)).toEqual([`/a1${text}`])
  })

  it('draws the metric that was chosen, with the change only where it is of that one', () => {
    const grid = {
      ...WEEK,
      columns: ['path', 'impressions', 'ai_ctr', 'impressions_change_pct', 'verdict'],
      rows: [['/a', 1234, 0.0512, 20, 'unusual_up']],
    }
    expect(rowsOf(new Drawn(grid))).toEqual(['/a1,234▲ unusual rise 20%'])
    expect(rowsOf(new Drawn(grid, { metric: 1 }))).toEqual(['/a5.12%'])
    expect(new Drawn(grid).texts('button')).toEqual(['Impressions', 'AI CTR'])
  })

  it('goes through its metrics where there is no room for a button each', () => {
    const columns = ['path', 'impressions', 'ai_clicks', 'questions', 'shares']
    const rows = [['/a', 1, 2, 3, 4]]
    const narrow = new Drawn({ columns, rows }, { metric: 3 }, 320)
    expect(narrow.texts('div', 'buttons')).toEqual(['‹Shares 4 of 4›'])
    const deeds = narrow.all('button').map(({ attributes }) => attributes['data-deed'])
    expect(deeds).toEqual(['metric:2', 'metric:0'])
    const few = new Drawn({ columns: columns.slice(0, 3), rows }, {}, 320)
    expect(few.texts('button')).toEqual(['Impressions', 'AI clicks'])
  })

  it('marks a rate that rests on too little, and shows the interval of others', () => {
    const columns = ['path', 'ai_ctr', 'share_rate', 'ai_ctr_low', 'ai_ctr_high', 'too_few']
    const rows = [
      ['/a', 0.5, 0.2, 0.1, 0.9, 'ai_ctr share_rate'],
      ['/b', 0.05, 0.3, 0.04, 0.06, 'share_rate'],
      ['/c', 0, 0, null, null, null],
    ]
    const drawn = new Drawn({ columns, rows })
    expect(rowsOf(drawn)).toEqual(['/a50% too few', '/b5% 4% – 6%', '/c0%'])
    expect(drawn.texts('button')).toEqual(['AI CTR', 'Share rate'])
    // A rate that rests on too little does not make the other bars short.
    expect(widthsOf(drawn)).toEqual(['100%', '100%', '0%'])
    expect(drawn.all('rect', 'few')).toHaveLength(1)
    const other = new Drawn({ columns, rows }, { metric: 1 })
    expect(rowsOf(other)).toEqual(['/a20% too few', '/b30% too few', '/c0%'])
  })

  it('draws a page of rows at a time, however many there are', () => {
    const rows = Array.from({ length: 1_000 }, (_, i) => [`/${i}`, i])
    const grid = { columns: ['path', 'questions'], rows }
    const last = new Drawn(grid, { page: 99 })
    expect(rowsOf(last)).toHaveLength(10)
    expect(last.texts('div', 'pager')).toEqual(['‹991–1,000 of 1,000›'])
    expect(last.all('button').map(({ attributes }) => attributes['disabled'])).toEqual([
      false,
      true,
    ])
    // A page that does not exist becomes the nearest one that does.
    expect(rowsOf(new Drawn(grid, { page: -5 }))[0]).toBe('/00')
    expect(rowsOf(new Drawn(grid, { page: 5_000 }))[9]).toBe('/999999')
  })
})
