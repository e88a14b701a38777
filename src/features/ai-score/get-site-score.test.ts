import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onFile } from '../../testing/credential-matrix.ts'
import { ScannedSite } from '../../testing/scanned-site.ts'
import { countStoredRows } from '../../testing/stored-events.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { page } from '../../testing/web-site.ts'

interface SiteScore {
  site: {
    score: number
    startPage: number
    pages: number
    duplicates: { pages: number }
    sameTitles: { pages: number }
    findings: { id: string; pages: number; lostPoints: number }[]
    rubricVersion: string
  } | null
  report: {
    url: string
    score: number
    grade: string
    checkedAt: string
    checks: { id: string; lostPoints: number; fix: string; evidence: { details: string[] } }[]
  } | null
  trend: { scanId: string; at: string; score: number; rubricVersion: string | null }[]
}

let app: TestApp
let site: ScannedSite

beforeAll(async () => {
  app = await ScannedSite.startApp()
  site = await ScannedSite.startOn(app, { '/': page('Home', { links: ['/a'] }), '/a': page('A') })
})
beforeEach(() => app.clock.advance({ minutes: 1 }))
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const send = (id = site.id, token = site.key) => app.api('GET', `/sites/${id}/score`, { token })

async function read(id = site.id): Promise<SiteScore> {
  const { body } = await send(id)
  if (body.error) throw new Error(JSON.stringify(body.error))
  // @NOTE the answer's schema is the service's own; a wrong shape fails the expectation that reads it.
  return body.data as unknown as SiteScore
}

const post = (body: Record<string, unknown> = {}) =>
  app.api('POST', `/sites/${site.id}/score`, { token: site.key, body })

describe('GET /sites/:siteId/score', () => {
  it('tells the whole score of the last scan, worst check first, and its trend', async () => {
    const { site: whole, report, trend } = await read()
    const { body } = await app.api('GET', `/sites/${site.id}`, { token: site.key })
    const { aiScore } = body.data['stats'] as { aiScore: number }
    expect(whole).toMatchObject({ score: aiScore, pages: 2, startPage: report?.score })
    expect(report).toMatchObject({ url: `${site.web.url}/` })
    expect(report?.checks).toHaveLength(33)
    expect(report?.checks[0]?.evidence.details.length).toBeGreaterThan(0)
    expect(trend).toMatchObject([{ score: aiScore, rubricVersion: whole?.rubricVersion }])
    const listed = await app.api('GET', '/sites?stats=28d', { token: site.key })
    expect(listed.body.data).toMatchObject([{ numbers: { score: aiScore } }])
  })

  it('goes on with each scan, the oldest first', async () => {
    const before = await read()
    site.web.pages.set('/', page('Home', { head: '<meta name="robots" content="nosnippet">' }))
    await site.scan()
    const { site: whole, report, trend } = await read()
    expect(trend).toHaveLength(before.trend.length + 1)
    expect(trend.slice(0, -1)).toEqual(before.trend)
    expect(trend.at(-1)?.score).toBe(whole?.score)
    expect(Date.parse(report?.checkedAt ?? '')).toBeGreaterThan(
      Date.parse(before.report?.checkedAt ?? ''),
    )
  })

  it('keeps the whole score of a request, and not that of some checks', async () => {
    const before = await read()
    expect((await post({ checks: ['A5'] })).status).toBe(200)
    expect(await read()).toEqual(before)
    const { body } = await post()
    const { report, trend } = await read()
    expect(report).toEqual(body.data)
    expect(trend).toEqual(before.trend)
  })

  it('is of the site: its pages, copies and titles count, whatever the start page is like', async () => {
    const text = 'The tide comes in twice a day, and goes out twice a day. '.repeat(8)
    const own = await ScannedSite.startOn(app, {
      '/': page('All about the tides', { text, links: ['/a', '/b', '/c', '/bare'] }),
      '/a': page('Tides of the north', { text: `${text} Up north.` }),
      '/b': page('Tides of the north', { text: `${text} Out west.` }),
      '/c': page('Tides of the north', { text: `${text} Up north.` }),
      '/bare': '<p>Hi',
    })
    const { body } = await app.api('GET', `/sites/${own.id}/score`, { token: own.key })
    // @NOTE as in `read`.
    const { site: whole, trend } = body.data as unknown as SiteScore
    expect(whole).toMatchObject({
      pages: 4,
      duplicates: { pages: 1, share: 0.2 },
      sameTitles: { pages: 2 },
    })
    expect(whole?.score).toBeLessThan(whole?.startPage ?? 0)
    expect(trend.at(-1)?.score).toBe(whole?.score)
    // A page does not know the titles of other pages, so the site's first finding names the title that two pages share.
    expect(whole?.findings[0]).toMatchObject({
      id: 'C1',
      status: 'fail',
      pages: 2,
      detail: '2 pages of different text are called “Tides of the north”.',
    })
    const e4 = whole?.findings.find(({ id }) => id === 'E4')
    const listed = await app.api('GET', `/pages/${own.id}?finding=E4`, { token: own.key })
    expect(e4?.pages).toBe((listed.body.data as unknown as unknown[]).length)
    await own[Symbol.asyncDispose]()
  })

  it('keeps the scores of scans that an older release made, which are those of the start page', async () => {
    const { trend } = await read()
    const [oldest] = trend
    onFile(app, (file) =>
      file.prepare('UPDATE scan SET tally = ? WHERE id = ?').run(
        JSON.stringify({
          pages: 2,
          score: 33,
          worst: [{ id: 'C1', status: 'fail', lostPoints: 3 }],
        }),
        oldest?.scanId,
      ),
    )
    expect((await read()).trend[0]).toMatchObject({ score: 33, rubricVersion: null })
  })

  it('has nothing to tell of a site that was never scored', async () => {
    const fresh = await app.site(site.key, { domain: 'fresh.example', scan: false })
    expect(await read(fresh)).toEqual({ site: null, report: null, trend: [] })
  })

  it('is for who may read sites, of their own organization', async () => {
    const stranger = await app.key(site.org, ['analytics:read'])
    expect((await send(site.id, stranger)).body.error?.code).toBe('INSUFFICIENT_SCOPE')
    const other = await app.key(await app.org('pro'), ['sites:read'])
    expect((await send(site.id, other)).status).toBe(404)
    const { status } = await app.api('GET', `/sites/${site.id}/score?limit=1`, { token: site.key })
    expect(status).toBe(422)
  })

  it('is deleted with its site', async () => {
    const other = await ScannedSite.startOn(app, { '/': page('Gone') })
    expect((await send(other.id, other.key)).body.data['report']).not.toBeNull()
    const stored = countStoredRows(app.directory, 'site_score')
    await app.api('DELETE', `/sites/${other.id}`, { token: await app.session(other.org) })
    await app.app.services.maintenance.onIdle()
    expect(countStoredRows(app.directory, 'site_score')).toBe(stored - 1)
    await other[Symbol.asyncDispose]()
  })
})
