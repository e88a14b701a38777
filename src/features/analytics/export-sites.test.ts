import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agency, importVisits } from '../../testing/agency.ts'
import { askTool } from '../../testing/ask-tool.ts'
import { addCostlyPages, PATTERNS } from '../../testing/costly-site.ts'
import type { HistoryLine } from '../../testing/site-with-history.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({
    startAt: '2026-11-20T15:30:00.000Z',
    environment: { QUERY_TIMEOUT_MS: '1000' },
  })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.clock.advance({ seconds: 5 }))

const seen = (count: number, url = '/a'): HistoryLine[] =>
  Array.from({ length: count }, (_, i) => ({
    at: new Date(Date.parse('2026-11-10T10:00:00Z') + i * 1_000).toISOString(),
    url,
    visitor: `v${i}`,
  }))

/** Opens a file, whose trailers `fetch` would not show. */
async function open(path: string, token: string, method = 'GET'): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` }
  const request = get(`${app.url}/api/v1${path}`, { headers, method, agent: false })
  // @NOTE the one argument of this event.
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer
}

async function readFile(path: string, token: string) {
  const answer = await open(path, token)
  const body = await text(answer)
  // @NOTE the service wrote lists of texts.
  const list = (value: string | string[] = 'null') => JSON.parse(String(value)) as string[]
  return {
    lines: body.trimEnd().split(/\r?\n/),
    notes: list(answer.headers['x-notes']),
    leftOut: list(answer.trailers['x-left-out']),
  }
}

async function readPage(path: string, token: string) {
  const { body } = await app.api('GET', path, { token })
  const meta = body.meta as unknown as {
    notes: string[]
    leftOut: unknown[]
    nextCursor: string | null
  }
  return { ...meta, rows: body.data as unknown as unknown[] }
}

describe('an export of several sites', () => {
  it('says of each site why it has no rows, in a file, a page and a link', async () => {
    const { key, ids } = await agency(app, [
      { domain: 'off.example', lines: seen(1) },
      { domain: 'full.example', timezone: 'Asia/Tokyo', lines: seen(2) },
      { domain: 'grüße.example' },
    ])
    const body = { privacy: { questions: 'off' } }
    await app.api('PUT', `/sites/${ids[0]}`, { token: key, body })
    const zones = expect.stringContaining('3 sites, each by the days of its own time zone')
    const off = 'off.example: questions are switched off (privacy.questions)'
    const empty = 'xn--gre-6ka8l.example: the site has no data yet'
    const about = '/analytics/export?rows=questions&range=28d'
    const questions = await readFile(`${about}&format=csv`, key)
    expect(questions.notes.toSorted()).toEqual([zones, expect.stringContaining(off), empty])
    expect(questions.leftOut).toEqual([])
    expect((await readPage(about, key)).notes).toEqual(
      expect.arrayContaining([zones, expect.stringContaining(off), empty]),
    )
    const metrics = 'metrics=questions,impressions'
    const numbers = await readFile(`/analytics/export?${metrics}&format=ndjson`, key)
    expect(numbers.notes.toSorted()).toEqual([zones, expect.stringContaining(off), empty])
    // A page of one site alone names it all the same.
    const notes: string[] = []
    for (let cursor = ''; cursor !== 'null';) {
      const page = await readPage(`/analytics/export?${metrics}&limit=1${cursor}`, key)
      expect(page.leftOut).toEqual([])
      notes.push(...page.notes)
      cursor = page.nextCursor === null ? 'null' : `&cursor=${page.nextCursor}`
    }
    expect(notes).toEqual(expect.arrayContaining([expect.stringContaining(off), empty]))
    const link = await askTool(app, 'data', 'export_data', key, { metrics: ['questions'] })
    expect(link.text).toContain(off)
    expect(link.text).toContain(empty)
    const events = await readFile('/analytics/export?rows=events&format=csv', key)
    expect(events.notes).toEqual([zones, empty])
    const alone = await open(`/analytics/${ids[2]}/export?rows=events&format=csv`, key)
    expect(alone.headers['x-notes']).toBe('["the site has no data yet"]')
    alone.resume()
  })

  it('names the sites that it left out behind its last row', async () => {
    // More than the sockets between the two hold, so that the second site has not had its turn.
    const url = `/${'x'.repeat(900)}`
    const { org, key } = await agency(app, [{ domain: 'one.example', lines: seen(5_000, url) }])
    const ids: string[] = []
    for (const domain of ['two.example', 'three.example']) {
      app.clock.advance({ ms: 1 })
      const id = await app.site(key, { url: `https://${domain}/` })
      await importVisits(app, id, seen(3))
      ids.push(id)
    }
    const events = '/analytics/export?rows=events&format=ndjson'
    const cut = await readFile(`${events}&maxRows=5001`, key)
    expect(cut.lines).toHaveLength(5_001)
    expect(cut.leftOut).toEqual([
      'maxRows ended the file in two.example',
      'left out: three.example: behind maxRows',
    ])
    const file = await open(events, key)
    await once(file, 'readable')
    const session = await app.session(org)
    expect((await app.api('DELETE', `/sites/${ids[0]}`, { token: session })).status).toBe(200)
    const lines = (await text(file)).trimEnd().split('\n')
    expect(lines).toHaveLength(5_003)
    expect(file.trailers['x-left-out']).toBe('["left out: two.example: deleted meanwhile"]')
    const head = await open(events, key, 'HEAD')
    expect([head.statusCode, head.headers['x-notes']]).toEqual([200, '["2 sites"]'])
  })

  it('leaves out a site that takes too long by itself, and has the others', async () => {
    const { key, ids } = await agency(app, [
      { domain: 'large.example', lines: seen(1) },
      {
        domain: 'small.example',
        lines: [...seen(4), { at: '2026-11-11T10:00:00Z', url: '/b', eventId: 'b' }],
      },
    ])
    await addCostlyPages(app, ids[0]!, 40_000)
    const anyOf = [...PATTERNS.slice(1), { dimension: 'path', op: 'is', values: ['/b'] }]
    const asked = `dimensions=path&metrics=impressions&filters=${JSON.stringify([{ anyOf }])}`
    const file = await readFile(`/analytics/export?format=csv&${encodeURI(asked)}`, key)
    const reason = 'left out: large.example: took too long by itself; ask for it with fewer days'
    expect(file.lines).toEqual(['site,path,impressions', 'small.example,/b,1'])
    expect(file.leftOut).toEqual([reason])
    const page = await readPage(`/analytics/export?${encodeURI(asked)}`, key)
    expect(page.rows).toEqual([{ site: 'small.example', path: '/b', impressions: 1 }])
    expect(page.notes).toContain(reason)
    expect(page.leftOut).toMatchObject([{ domain: 'large.example', reason: 'too_costly' }])
  })
})
