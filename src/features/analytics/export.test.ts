import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROW_COLUMNS } from '../../../db/export/export-format.ts'
import {
  EXPORTED_LINES as LINES,
  ExportedSite,
  linesOf as lines,
} from '../../testing/exported-site.ts'
import { readCsv } from '../../testing/read-csv.ts'
import type { TestApp } from '../../testing/start-test-app.ts'

const EVENT_COLUMNS = ROW_COLUMNS.camel.events
let exported: ExportedSite
let app: TestApp

beforeAll(async () => {
  exported = await ExportedSite.start()
  ;({ app } = exported)
})
afterAll(() => exported[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 30 }))

const get = (parameters: Record<string, string>, headers?: Record<string, string>) =>
  exported.get(parameters, headers)
const json = (parameters: Record<string, string>) => exported.json(parameters)
const pages = (parameters: Record<string, string>) => exported.pages(parameters)

/** The answer of the analytics route with the rows of all its pages. */
async function wholeAnswer(parameters: Record<string, string>) {
  const first = await exported.site.ask({ range: '30d', ...parameters })
  let cursor = first.nextCursor
  while (cursor !== null) {
    const page = await exported.site.ask({ range: '30d', ...parameters, cursor })
    first.rows.push(...page.rows)
    cursor = page.nextCursor
  }
  return first
}

describe('exported rows', () => {
  it('rows are the same as pages of JSON, NDJSON and CSV', async () => {
    const paged = await pages({ rows: 'events', limit: '97' })
    expect(paged).toHaveLength(600)
    expect(await lines(await get({ rows: 'events', format: 'ndjson' }))).toEqual(paged)
    const [head, ...rows] = readCsv(await (await get({ rows: 'events', format: 'csv' })).text())
    expect(head).toEqual(EVENT_COLUMNS)
    const text = (value: unknown) =>
      typeof value === 'string' && value.startsWith('-1') ? `'${value}` : (value ?? '')
    expect(rows).toEqual(paged.map((row) => EVENT_COLUMNS.map((name) => text(row[name]))))
  })

  it('rows hold what was sent, and nothing of the reader', async () => {
    const [first, second] = await pages({ rows: 'events', limit: '100' })
    expect(first).toEqual({
      id: expect.stringMatching(/^\d{13}-\d+$/),
      at: '2026-10-30T23:30:00.000Z',
      localDay: '2026-10-31',
      kind: 'impression',
      path: '/',
      engine: null,
      referrer: null,
      country: 'DE',
      device: 'mobile',
      channel: 'direct',
      language: 'en',
      method: null,
      promptKind: 'summarize',
      promptId: '-1',
      ruleId: null,
      rating: null,
      evidence: null,
      paid: null,
      entryPath: '/',
      cameFrom: null,
      campaign: '-1 off',
    })
    expect(second).toMatchObject({ kind: 'ai_click', path: '/a', engine: 'chatgpt' })
  })

  it('rows are limited to the kinds and filters that are asked for', async () => {
    const filters = JSON.stringify([{ dimension: 'engine', values: ['claude'] }])
    const rows = await pages({ rows: 'events', kinds: 'ai_click,referral', filters, limit: '50' })
    const expected = LINES.filter(({ kind }, i) =>
      kind === 'referral' ? true : kind === 'ai_click' && i % 2 === 0,
    )
    expect(rows.map(({ at }) => at)).toEqual(expected.map(({ at }) => at))
  })

  it('rows go on after the last one received', async () => {
    const whole = await (await get({ rows: 'events', format: 'csv' })).text()
    const [head = '', ...rows] = whole.split('\r\n')
    const kept = rows.slice(0, 250)
    const after = readCsv(`${kept.at(-1)}\r\n`)[0]![0]!
    const rest = await (await get({ rows: 'events', format: 'csv', after })).text()
    const [headAgain, ...restRows] = rest.split('\r\n')
    expect(headAgain).toBe(head)
    expect([head, ...kept, ...restRows].join('\r\n')).toBe(whole)
  })

  it('rows never begin with what a spreadsheet runs', async () => {
    const csv = await (await get({ rows: 'questions', format: 'csv' })).text()
    const asked = readCsv(csv)
      .slice(1)
      .map((row) => row[5]!)
    expect(new Set(asked)).toEqual(
      new Set(["'=1+1", "'@sum(a1)", 'What, "really"?', "'+49", "'＝2", 'Wie groß?']),
    )
    const raw = await lines(await get({ rows: 'questions', format: 'ndjson' }))
    expect(new Set(raw.map(({ question }) => question))).toContain('=1+1')
  })
})

describe('an exported query', () => {
  const query = { metrics: 'impressions,ai_ctr', dimensions: 'time:day,path', orderBy: '-path' }

  it('an exported query has the numbers of the query, whatever its form', async () => {
    const answer = await wholeAnswer(query)
    const expected = answer.rows.map((row) =>
      Object.fromEntries(answer.columns.map(({ name }, i) => [name, row[i]])),
    )
    expect(expected.length).toBeGreaterThan(50)
    expect(await pages({ ...query, limit: '13' })).toEqual(expected)
    expect(await lines(await get({ ...query, format: 'ndjson' }))).toEqual(expected)
    const csv = readCsv(await (await get({ ...query, format: 'csv' })).text())
    expect(csv[0]).toEqual(['time:day', 'path', 'impressions', 'ai_ctr'])
    expect(csv.slice(1)).toEqual(
      answer.rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
    )
  })

  it('an exported query goes on with the cursor of a limited stream', async () => {
    const all = await (await get({ ...query, format: 'ndjson' })).text()
    for (const cut of [{ limit: '7' }, { maxRows: '7' }]) {
      const first = await get({ ...query, format: 'ndjson', ...cut })
      const cursor = first.headers.get('x-next-cursor')!
      const rest = await get({ ...query, format: 'ndjson', cursor })
      expect((await first.text()) + (await rest.text())).toBe(all)
      expect(rest.headers.get('x-next-cursor')).toBeNull()
    }
  })

  it('an exported query has the empty buckets of a series where they are asked for', async () => {
    const series = { metrics: 'shares', dimensions: 'time:hour', fill: 'zero' }
    const { rows } = await wholeAnswer(series)
    // One day has 25 hours, and of today, where it is half past four, 17 have begun.
    expect(rows).toHaveLength(29 * 24 + 1 + 17)
    const files = [
      await lines(await get({ ...series, format: 'ndjson' })),
      await pages({ ...series, limit: '99' }),
    ]
    for (const file of files) {
      expect(file.map((row) => [row['time:hour'], row['shares']])).toEqual(rows)
    }
  })
})

describe('the format of an export', () => {
  it.each([
    [{}, 'text/csv', 'text/csv; charset=utf-8'],
    [{}, 'application/x-ndjson', 'application/x-ndjson; charset=utf-8'],
    [{ format: 'csv' }, 'application/json', 'text/csv; charset=utf-8'],
    [{ format: 'json' }, 'text/csv', 'application/json; charset=utf-8'],
    [{}, '*/*', 'application/json; charset=utf-8'],
  ])('the format is that of %j with Accept %s', async (parameters, accept, type) => {
    const response = await get(parameters, { accept })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    expect(response.headers.get('x-ratelimit-limit')).toBe('3000')
    await response.text()
  })

  it('the answer names the file, and gives an empty one its header', async () => {
    const response = await get({ range: '2026-09-01..2026-09-05', rows: 'events', format: 'csv' })
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="citable-example.com-2026-09-01-2026-09-05.csv"',
    )
    expect(readCsv(await response.text())).toEqual([[...EVENT_COLUMNS]])
  })

  it('an unknown format is refused', async () => {
    expect((await get({}, { accept: 'application/pdf' })).status).toBe(406)
  })
})

describe('bad input of an export', () => {
  it.each([
    [{ format: 'xlsx' }, 'format'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ limit: '101', format: 'csv' }, 'limit'],
    [{ maxRows: '5' }, 'maxRows'],
    [{ rows: 'events', maxRows: '5', format: 'json' }, 'maxRows'],
    [{ maxRows: '0', format: 'csv' }, 'maxRows'],
    [{ maxRows: '10000001', format: 'ndjson' }, 'maxRows'],
    [{ maxRows: '5', limit: '5', format: 'csv' }, 'maxRows'],
    [{ columns: 'kebab' }, 'columns'],
    [{ columns: 'kebab', rows: 'events', format: 'ndjson' }, 'columns'],
    [{ rows: 'events', fill: 'zero' }, 'fill'],
    [{ range: '2026-11-20..2030-01-01' }, 'range'],
    [{ rows: 'events', metrics: 'visitors' }, 'metrics'],
    [{ rows: 'events', dimensions: 'path', format: 'csv' }, 'dimensions'],
    [{ rows: 'questions', kinds: 'share' }, 'kinds'],
    [
      {
        rows: 'events',
        format: 'csv',
        filters: JSON.stringify([{ dimension: 'topic', values: ['tides'] }]),
      },
      'filters[0]',
    ],
    [{ rows: 'events', after: 'x', format: 'ndjson' }, 'after'],
    [{ rows: 'events', after: 'x' }, 'after'],
    [{ rows: 'events', after: '' }, 'after'],
    [{ rows: 'events', after: `qst_${'0'.repeat(20)}` }, 'after'],
    [{ rows: 'questions', after: '1-1' }, 'after'],
    [{ rows: 'questions', after: '1-1', format: 'csv' }, 'after'],
    [{ after: 'garbage' }, 'after'],
    [{ after: '1-1', format: 'csv' }, 'after'],
    [{ rows: 'events', after: 'garbage', cursor: 'abc' }, 'after'],
    [{ rows: 'events', after: '1-1', cursor: 'abc' }, 'after'],
    [{ rows: 'events', kinds: 'visit' }, 'kinds[0]'],
    [{ cursor: 'abc' }, 'cursor'],
    [{ rows: 'events', cursor: 'abc', format: 'csv' }, 'cursor'],
    [{ colour: 'red' }, 'colour'],
  ])('the input %j is refused by name', async (parameters, path) => {
    const { status, body } = await json(parameters)
    expect([status, body.error?.code]).toEqual([422, 'VALIDATION_FAILED'])
    const named = expect.objectContaining({ path, location: 'query' }) as unknown
    expect(body.error?.fields).toContainEqual(named)
  })

  it('a cursor is refused by another query', async () => {
    const { body } = await json({ rows: 'events', limit: '5' })
    const cursor = body.meta.nextCursor!
    expect((await json({ rows: 'events', kinds: 'share', cursor })).status).toBe(422)
    expect((await json({ rows: 'questions', cursor })).status).toBe(422)
    for (const broken of [
      `${cursor}!`,
      `${cursor}=`,
      ` ${cursor}`,
      cursor.slice(0, -2),
      `A${cursor}`,
    ]) {
      expect([broken, (await json({ rows: 'events', cursor: broken })).status]).toEqual([
        broken,
        422,
      ])
    }
    expect((await json({ rows: 'events', cursor })).status).toBe(200)
  })

  it('a site of another organization is not found', async () => {
    const stranger = await app.key(await app.org('self_hosted'))
    for (const format of ['json', 'csv']) {
      const headers = { authorization: `Bearer ${stranger}` }
      const response = await fetch(exported.address({ format }), { headers })
      expect(response.status).toBe(404)
    }
    const narrow = await app.key(await app.org('self_hosted'), ['sites:read'])
    const headers = { authorization: `Bearer ${narrow}` }
    expect((await fetch(exported.address({ format: 'csv' }), { headers })).status).toBe(403)
    expect((await fetch(exported.address({ format: 'csv' }))).status).toBe(401)
  })
})
