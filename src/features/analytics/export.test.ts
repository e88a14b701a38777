import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EVENT_COLUMNS } from '../../../db/export/row-form.ts'
import { readCsv } from '../../testing/read-csv.ts'
import { siteWithHistory } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

const KINDS = ['impression', 'ai_click', 'share', 'question', 'referral', 'pageview']

/** Three weeks of events with everything that an event can have, and texts that a spreadsheet would run. */
const LINES = Array.from({ length: 600 }, (_, i) => {
  const kind = KINDS[i % KINDS.length]!
  return {
    at: new Date(Date.parse('2026-10-30T23:30:00Z') + i * 2_900_000).toISOString(),
    kind,
    url: ['/', '/a', '/b,c', '/caf%C3%A9', "/it's"][i % 5]!,
    visitor: `v${i % 17}`,
    country: ['DE', 'US', undefined][i % 3],
    device: 'mobile',
    language: 'en-GB',
    ...(i % 4 === 0 && { promptKind: 'summarize', promptId: '-1' }),
    ...(kind === 'ai_click' && { target: i % 2 ? 'chatgpt' : 'claude' }),
    ...(kind === 'share' && { method: 'copy_link' }),
    ...(kind === 'referral' && { referrer: 'https://claude.ai/' }),
    ...(kind === 'question' && {
      target: 'chatgpt',
      question: ['=1+1', '@sum(a1)', 'What, "really"?', ' +49', '＝2', 'Wie groß?'][
        ((i / 6) % 6) | 0
      ],
    }),
  }
})

let app: TestApp
let site: Awaited<ReturnType<typeof siteWithHistory>>

beforeAll(async () => {
  app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
  site = await siteWithHistory(app, LINES, { timezone: 'Europe/Berlin' })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 30 }))

const address = (parameters: Record<string, string>, id = site.id) =>
  `${app.url}/api/v1/analytics/${id}/export?${new URLSearchParams({ range: '30d', ...parameters }).toString()}`

function get(parameters: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(address(parameters), {
    headers: { authorization: `Bearer ${site.key}`, ...headers },
  })
}

async function json(parameters: Record<string, string>) {
  const response = await get(parameters)
  return {
    status: response.status,
    body: (await response.json()) as {
      data: Record<string, unknown>[]
      error: { code: string; message: string; fields: { path: string; code: string }[] } | null
      meta: { nextCursor?: string | null }
    },
  }
}

/** Every row, page by page. */
async function pages(parameters: Record<string, string>): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  let cursor: string | null | undefined
  do {
    const { body } = await json({ ...parameters, ...(cursor && { cursor }) })
    expect(body.error).toBeNull()
    rows.push(...body.data)
    cursor = body.meta.nextCursor
  } while (cursor)
  return rows
}

const lines = async (response: Response): Promise<Record<string, unknown>[]> =>
  (await response.text())
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** The answer of the analytics route with the rows of all its pages. */
async function whole(parameters: Record<string, string>) {
  const first = await site.ask({ range: '30d', ...parameters })
  let cursor = first.nextCursor
  while (cursor !== null) {
    const page = await site.ask({ range: '30d', ...parameters, cursor })
    first.rows.push(...page.rows)
    cursor = page.nextCursor
  }
  return first
}

describe('rows of a file', () => {
  it('are the same as pages of JSON, NDJSON and CSV', async () => {
    const paged = await pages({ rows: 'events', limit: '97' })
    expect(paged).toHaveLength(600)
    expect(await lines(await get({ rows: 'events', format: 'ndjson' }))).toEqual(paged)
    const [head, ...rows] = readCsv(await (await get({ rows: 'events', format: 'csv' })).text())
    expect(head).toEqual(EVENT_COLUMNS)
    const text = (value: unknown) => (value === '-1' ? "'-1" : (value ?? ''))
    expect(rows).toEqual(paged.map((row) => EVENT_COLUMNS.map((name) => text(row[name]))))
  })

  it('hold what was sent, and nothing of the reader', async () => {
    const [first, second] = await pages({ rows: 'events', limit: '100' })
    expect(first).toEqual({
      id: expect.stringMatching(/^\d{13}-\d+$/),
      at: '2026-10-30T23:30:00.000Z',
      local_day: '2026-10-31',
      kind: 'impression',
      path: '/',
      engine: null,
      referrer: null,
      country: 'DE',
      device: 'mobile',
      channel: 'direct',
      language: 'en',
      method: null,
      prompt_kind: 'summarize',
      prompt_id: '-1',
      rule_id: null,
      rating: null,
      evidence: null,
      paid: null,
    })
    expect(second).toMatchObject({ kind: 'ai_click', path: '/a', engine: 'chatgpt' })
  })

  it('are those of the kinds and filters that are asked for', async () => {
    const filters = JSON.stringify([{ dimension: 'engine', values: ['claude'] }])
    const rows = await pages({ rows: 'events', kinds: 'ai_click,referral', filters, limit: '50' })
    const expected = LINES.filter(({ kind }, i) =>
      kind === 'referral' ? true : kind === 'ai_click' && i % 2 === 0,
    )
    expect(rows.map(({ at }) => at)).toEqual(expected.map(({ at }) => at))
  })

  it('go on after the last one received', async () => {
    const whole = await (await get({ rows: 'events', format: 'csv' })).text()
    const [head = '', ...rows] = whole.split('\r\n')
    const kept = rows.slice(0, 250)
    const after = readCsv(`${kept.at(-1)}\r\n`)[0]![0]!
    const rest = await (await get({ rows: 'events', format: 'csv', after })).text()
    const [headAgain, ...restRows] = rest.split('\r\n')
    expect(headAgain).toBe(head)
    expect([head, ...kept, ...restRows].join('\r\n')).toBe(whole)
  })

  it.each(['csv', 'ndjson'])('come in parts with a cursor, as %s', async (format) => {
    for (const rows of ['events', 'questions']) {
      const all = (await (await get({ rows, format })).text()).split(/\r?\n/)
      const found: string[] = []
      let cursor: string | null = null
      do {
        const part = await get({ rows, format, limit: '97', ...(cursor && { cursor }) })
        const [head = '', ...rest] = (await part.text()).split(/\r?\n/).slice(0, -1)
        if (found.length === 0 || format === 'ndjson') found.push(head)
        found.push(...rest)
        cursor = part.headers.get('x-next-cursor')
      } while (cursor !== null)
      expect(found).toEqual(all.slice(0, -1))
    }
    const page = await json({ rows: 'events', limit: '97' })
    const { nextCursor } = page.body.meta
    const stream = await get({ rows: 'events', format, limit: '97' })
    expect(stream.headers.get('x-next-cursor')).toBe(nextCursor)
    const exact = await get({ rows: 'questions', format, limit: '100' })
    expect(exact.headers.get('x-next-cursor')).toBeNull()
  })

  it('end after maxRows, and go on after the last one', async () => {
    const part = await lines(await get({ rows: 'events', format: 'ndjson', maxRows: '250' }))
    expect(part).toHaveLength(250)
    const after = String(part.at(-1)?.['id'])
    const rest = await lines(await get({ rows: 'events', format: 'ndjson', after }))
    expect([...part, ...rest]).toEqual(await pages({ rows: 'events' }))
  })

  it('never begin with what a spreadsheet runs', async () => {
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

describe('a query as a file', () => {
  const query = { metrics: 'impressions,ai_ctr', dimensions: 'time:day,path', orderBy: '-path' }

  it('has the numbers of the query, whatever its form', async () => {
    const asked = await whole(query)
    const expected = asked.rows.map((row) =>
      Object.fromEntries(asked.columns.map(({ name }, i) => [name, row[i]])),
    )
    expect(expected.length).toBeGreaterThan(50)
    expect(await pages({ ...query, limit: '13' })).toEqual(expected)
    expect(await lines(await get({ ...query, format: 'ndjson' }))).toEqual(expected)
    const csv = readCsv(await (await get({ ...query, format: 'csv' })).text())
    expect(csv[0]).toEqual(['time:day', 'path', 'impressions', 'ai_ctr'])
    expect(csv.slice(1)).toEqual(
      asked.rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
    )
  })

  it('goes on with the cursor of a limited stream', async () => {
    const all = await (await get({ ...query, format: 'ndjson' })).text()
    for (const cut of [{ limit: '7' }, { maxRows: '7' }]) {
      const first = await get({ ...query, format: 'ndjson', ...cut })
      const cursor = first.headers.get('x-next-cursor')!
      const rest = await get({ ...query, format: 'ndjson', cursor })
      expect((await first.text()) + (await rest.text())).toBe(all)
      expect(rest.headers.get('x-next-cursor')).toBeNull()
    }
  })

  it('has the empty buckets of a series where they are asked for', async () => {
    const series = { metrics: 'shares', dimensions: 'time:hour', fill: 'zero' }
    const { rows } = await whole(series)
    expect(rows).toHaveLength(30 * 24 + 1)
    const files = [
      await lines(await get({ ...series, format: 'ndjson' })),
      await pages({ ...series, limit: '99' }),
    ]
    for (const file of files) {
      expect(file.map((row) => [row['time:hour'], row['shares']])).toEqual(rows)
    }
  })
})

describe('the form of an answer', () => {
  it.each([
    [{}, 'text/csv', 'text/csv; charset=utf-8'],
    [{}, 'application/x-ndjson', 'application/x-ndjson; charset=utf-8'],
    [{ format: 'csv' }, 'application/json', 'text/csv; charset=utf-8'],
    [{ format: 'json' }, 'text/csv', 'application/json; charset=utf-8'],
    [{}, '*/*', 'application/json; charset=utf-8'],
  ])('is that of %j with Accept %s', async (parameters, accept, type) => {
    const response = await get(parameters, { accept })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    expect(response.headers.get('x-ratelimit-limit')).toBe('3000')
    await response.text()
  })

  it('names the file, and gives an empty one its header', async () => {
    const response = await get({ range: '2026-09-01..2026-09-05', rows: 'events', format: 'csv' })
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="citable-example.com-2026-09-01-2026-09-05.csv"',
    )
    expect(readCsv(await response.text())).toEqual([[...EVENT_COLUMNS]])
  })

  it('is refused where there is none like it', async () => {
    expect((await get({}, { accept: 'application/pdf' })).status).toBe(406)
  })
})

describe('bad input', () => {
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
    [{ rows: 'events', fill: 'zero' }, 'fill'],
    [{ range: '2026-11-20..2030-01-01' }, 'range'],
    [{ rows: 'events', metrics: 'visitors' }, 'metrics'],
    [{ rows: 'events', dimensions: 'path', format: 'csv' }, 'dimensions'],
    [{ rows: 'questions', kinds: 'share' }, 'kinds'],
    [{ rows: 'events', after: 'x', format: 'ndjson' }, 'after'],
    [{ rows: 'events', kinds: 'visit' }, 'kinds[0]'],
    [{ cursor: 'abc' }, 'cursor'],
    [{ rows: 'events', cursor: 'abc', format: 'csv' }, 'cursor'],
    [{ colour: 'red' }, 'colour'],
  ])('%j is refused by name', async (parameters, path) => {
    const { status, body } = await json(parameters)
    expect([status, body.error?.code]).toEqual([422, 'VALIDATION_FAILED'])
    expect(body.error?.fields[0]).toMatchObject({ path, location: 'query' })
  })

  it('a cursor belongs to its query', async () => {
    const { body } = await json({ rows: 'events', limit: '5' })
    const cursor = body.meta.nextCursor!
    expect((await json({ rows: 'events', kinds: 'share', cursor })).status).toBe(422)
    expect((await json({ rows: 'questions', cursor })).status).toBe(422)
  })

  it('a site of another organization is none', async () => {
    const stranger = await app.key(await app.org('self_hosted'))
    for (const format of ['json', 'csv']) {
      const headers = { authorization: `Bearer ${stranger}` }
      const response = await fetch(address({ format }), { headers })
      expect(response.status).toBe(404)
    }
    const narrow = await app.key(await app.org('self_hosted'), ['sites:read'])
    const headers = { authorization: `Bearer ${narrow}` }
    expect((await fetch(address({ format: 'csv' }), { headers })).status).toBe(403)
    expect((await fetch(address({ format: 'csv' }))).status).toBe(401)
  })
})
