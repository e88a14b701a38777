import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LocalScans } from '../../testing/local-scans.ts'
import { page } from '../../testing/web-site.ts'

let service: LocalScans
let scans: LocalScans
/** The time of the first request of each path, in ms. */
let times: { path: string; at: number }[]

beforeAll(async () => {
  service = await LocalScans.start()
})

beforeEach(async () => {
  scans = await service.another()
  times = []
  scans.web.onAsked = () =>
    times.push({ path: scans.web.paths.at(-1) ?? '', at: performance.now() })
})

afterEach(() => scans[Symbol.asyncDispose]())

afterAll(() => service[Symbol.asyncDispose]())

describe('Crawl-delay', () => {
  it('Crawl-delay is kept to by everything that a scan asks for, its score included', async () => {
    const site = await scans.site({
      '/robots.txt':
        'User-agent: *\nCrawl-delay: 0.1\nSitemap: {site}/one.xml\nSitemap: {site}/two.xml',
      '/one.xml': '<urlset><url><loc>{site}/a</loc></url></urlset>',
      '/two.xml': '<urlset><url><loc>{site}/b</loc></url></urlset>',
      '/': page('Home'),
      '/a': page('A'),
      '/b': page('B'),
    })
    const scan = await scans.run(site)
    expect(scan).toMatchObject({ result: { pages: 3, score: expect.any(Number) } })
    // The score reads robots.txt once more. What was sent in time may arrive a little late.
    const begins = times.findLastIndex(({ path }) => path === '/robots.txt')
    for (const run of [times.slice(0, begins), times.slice(begins)]) {
      const lasted = (run.at(-1)?.at ?? 0) - (run[0]?.at ?? 0)
      expect(run.length).toBeGreaterThan(5)
      expect(lasted).toBeGreaterThan((run.length - 1) * 80)
    }
    expect(times.map(({ path }) => path).slice(0, 6)).toEqual([
      '/robots.txt',
      '/',
      '/one.xml',
      '/two.xml',
      '/a',
      '/b',
    ])
  })
})

describe('Retry-After', () => {
  it('Retry-After stops all requests for as long as it says, and the page is asked for again', async () => {
    let isBusy = true
    const site = await scans.site({
      '/': page('Home', { links: ['/busy'] }),
      '/busy': (_, response) => {
        if (isBusy) response.writeHead(503, { 'retry-after': '1' }).end()
        else
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(page('Busy', { links: ['/next'] }))
        isBusy = false
      },
      '/next': page('Next'),
    })
    expect(await scans.run(site)).toMatchObject({ state: 'succeeded', result: { pages: 3 } })
    const [first = 0, second = 0] = times.filter(({ path }) => path === '/busy').map(({ at }) => at)
    expect(second - first).toBeGreaterThan(990)
    const between = times.filter(({ at }) => at > first && at < second)
    expect(between).toEqual([])
  })
})

describe('the score of a scan', () => {
  it('the score leaves out what robots.txt forbids, and says so', async () => {
    const site = await scans.site({
      '/robots.txt':
        'User-agent: *\nDisallow: /.well-known/\nDisallow: /ask\nDisallow: /index.md\nDisallow: /llms.txt',
      '/': page('Home'),
    })
    expect(await scans.run(site)).toMatchObject({ result: { score: expect.any(Number) } })
    const forbidden = scans.web.paths.filter((path) =>
      /^\/(\.well-known|ask|index\.md|llms)/.test(path),
    )
    expect(forbidden).toEqual([])
    const signal = new AbortController().signal
    const { context } = scans.app.app.services
    const observation = await context.observe({
      url: `${scans.web.url}/`,
      audience: 'known',
      scan: { signal },
    })
    const { toScore } = await import('../../domain/ai-score/score.ts')
    const checks = new Map(toScore(observation).checks.map((check) => [check.id, check]))
    for (const id of ['F2', 'F3', 'F6'] as const) {
      expect(checks.get(id)).toMatchObject({
        status: 'error',
        evidence: { details: ['Not checked: robots.txt keeps CitableBot out of it.'] },
      })
    }
  })

  it('no score is made where the start page is forbidden', async () => {
    const site = await scans.site({
      '/robots.txt': 'User-agent: *\nDisallow: /$\nSitemap: {site}/map.xml',
      '/map.xml': '<urlset><url><loc>{site}/a</loc></url></urlset>',
      '/a': page('A'),
      '/': page('Home'),
    })
    expect(await scans.run(site)).toMatchObject({ result: { pages: 1, score: null } })
    expect(scans.web.paths).not.toContain('/')
  })

  it('the score asks for two things at a time', async () => {
    let [underWay, most] = [0, 0]
    const site = await scans.site({ '/': page('Home') })
    const paths = [
      '/.well-known/mcp.json',
      '/.well-known/tdmrep.json',
      '/ask',
      '/llms.txt',
      '/sitemap.xml',
    ]
    for (const path of [...paths, '/.well-known/agent-card.json', '/.well-known/api-catalog']) {
      scans.web.pages.set(path, (_, response) => {
        underWay += 1
        most = Math.max(most, underWay)
        setTimeout(() => {
          underWay -= 1
          response.writeHead(404).end()
        }, 20)
      })
    }
    await scans.run(site)
    expect(most).toBe(2)
  })
})
