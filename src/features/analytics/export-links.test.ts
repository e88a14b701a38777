import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askTool, type Arguments } from '../../testing/ask-tool.ts'
import { ExportedSite, linesOf } from '../../testing/exported-site.ts'
import { askLink, openLink, refusedLink } from '../../testing/file-links.ts'
import { readCsv } from '../../testing/read-csv.ts'
import type { TestApp } from '../../testing/start-test-app.ts'

let exported: ExportedSite
let app: TestApp

beforeAll(async () => {
  exported = await ExportedSite.start()
  ;({ app } = exported)
})
afterAll(() => exported[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ minutes: 2 }))

const link = (args: Arguments) => askLink(app, exported.site.key, args)

describe('a link to a file', () => {
  const asked = { dimensions: ['path', 'engine'], metrics: ['ai_clicks'], range: '30d' }
  const parameters = { dimensions: 'path,engine', metrics: 'ai_clicks' }

  it.each([
    ['numbers as csv', asked, { ...parameters, format: 'csv' }],
    ['numbers as ndjson', { ...asked, format: 'ndjson' }, { ...parameters, format: 'ndjson' }],
    [
      'named values',
      { ...asked, engine: 'ChatGPT' },
      {
        ...parameters,
        format: 'csv',
        filters: JSON.stringify([{ dimension: 'engine', values: ['chatgpt'] }]),
      },
    ],
    ['events', { rows: 'events', range: '30d' }, { rows: 'events', format: 'csv' }],
    ['csv for Excel', { ...asked, bom: true }, { ...parameters, format: 'csv', bom: '1' }],
    [
      'events in either spelling',
      { rows: 'events', range: '30d', columns: 'snake', format: 'ndjson' },
      { rows: 'events', format: 'ndjson', columns: 'snake' },
    ],
  ])('opens without a key, as what REST exports: %s', async (_, args, same) => {
    const made = await link(args)
    const file = await openLink(made.url)
    expect(file.status).toBe(200)
    const bytes = Buffer.from(await file.arrayBuffer())
    const rest = await exported.get(same)
    expect(bytes.equals(Buffer.from(await rest.arrayBuffer()))).toBe(true)
    for (const header of ['content-type', 'content-disposition']) {
      expect(file.headers.get(header)).toBe(rest.headers.get(header))
    }
    const isCsv = same.format === 'csv'
    const forExcel = await openLink(`${made.url}&bom=1`)
    const begin = Buffer.from(await forExcel.arrayBuffer()).subarray(0, 3)
    const isMarked = begin.toString('hex') === 'efbbbf'
    expect([forExcel.status, isMarked]).toEqual([isCsv ? 200 : 422, isCsv])
    const text = bytes.toString().trimEnd()
    const rows = isCsv ? readCsv(`${text}\r\n`).length - 1 : text.split('\n').length
    expect([made.rows, made.bytes]).toEqual([rows, bytes.length])
    expect(rows).toBeGreaterThan(1)
    expect(made.text).toContain(`${rows} rows, ${bytes.length} bytes.`)
  })

  it('holds the numbers that get_overview tells', async () => {
    const { url } = await link({
      metrics: ['impressions', 'ai_clicks', 'questions'],
      range: 'last week',
      format: 'ndjson',
    })
    const [row] = await linesOf(await openLink(url))
    const { key } = exported.site
    const { structured } = await askTool(app, 'data', 'get_overview', key, { range: 'last week' })
    const overview = new Map(
      (structured['rows'] as unknown[][]).map(([name, value]) => [name, value]),
    )
    expect(Object.keys(row!)).toEqual(['impressions', 'ai_clicks', 'questions'])
    for (const [name, value] of Object.entries(row!)) {
      expect([name, overview.get(name)]).toEqual([name, value])
      expect(value).toBeGreaterThan(10)
    }
  })

  it('says until when it opens, in the time of the site, and that it needs no key', async () => {
    const made = await link({ range: 'yesterday' })
    const until = new Date(app.clock.now() + 15 * 60_000 + 3_600_000).toISOString().slice(0, 19)
    expect(made.expiresAt).toBe(`${until}+01:00`)
    expect(made.text).toContain(`opens without a key until ${made.expiresAt}, for 15 minutes`)
    expect(made.text).toContain('share it with care')
    expect(made.notes.join()).not.toContain('today is not over')
    expect((await link({ range: 'today' })).notes.join()).toContain('today is not over')
  })

  it('is for nobody to keep, to list or to tell', async () => {
    const { headers } = await openLink((await link({ range: '30d' })).url)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="citable-[\w.-]+\.csv"$/,
    )
    expect(headers.get('x-ratelimit-limit')).toBe('3000')
  })

  it('is shorter than 2,000 characters, or refused with what to do', async () => {
    const paths = (count: number) => Array.from({ length: count }, (_, i) => `/guides/${i * i}`)
    const filters = (count: number) => [{ dimension: 'path', values: paths(count) }]
    const { url } = await link({ filters: filters(20) })
    expect(url.length).toBeLessThan(1_000)
    const many = Array.from({ length: 10 }, (_, i) => ({
      dimension: 'path',
      values: Array.from(
        { length: 60 },
        (_unused, j) => `/${'xy'.repeat(50)}/${i * 7_919 + j * 104_729}`,
      ),
    }))
    const refused = link({ filters: many })
    await expect(refused).rejects.toThrow(/no room for so many values.*starts_with/)
  })
})

describe('the file of a link', () => {
  it('answers HEAD without rows, no other method, and no part of it', async () => {
    const { url, bytes } = await link({ rows: 'events', range: '30d' })
    const head = await openLink(url, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const posted = await openLink(url, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
    const part = await openLink(url, { headers: { range: 'bytes=0-9' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([200, bytes])
  })

  it('has no envelope for a client that takes nothing else', async () => {
    const { url } = await link({})
    expect(await refusedLink(url, { headers: { accept: 'application/json' } })).toBe(
      '406 NOT_ACCEPTABLE',
    )
  })

  it('is refused in the link already where its query is wrong', async () => {
    const wrong = { metrics: ['ai_referral_share'], dimensions: ['engine'] }
    await expect(link(wrong)).rejects.toThrow('Legal with engine')
    await expect(link({ rows: 'events', metrics: ['shares'] })).rejects.toThrow('Only rows=query')
    const filters = [{ dimension: 'topic', values: ['tides'] }]
    await expect(link({ rows: 'events', filters })).rejects.toThrow('Only rows=query has topics')
    const { notes, rows } = await link({ engine: 'Perplexity', range: '30d', dimensions: ['path'] })
    expect(rows).toBe(0)
    expect(notes.join()).toMatch(/perplexity has never been seen on this site; it has/)
  })
})
