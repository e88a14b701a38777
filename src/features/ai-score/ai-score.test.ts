import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { ScoreMemory } from '../../domain/ai-score/score-cache.ts'
import { HourlyLimit } from './hourly-limit.ts'
import { page, WebSite, type PageHandler } from '../../testing/web-site.ts'

let app: TestApp
let web: WebSite
let key: string

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
})

beforeEach(async () => {
  // The limits of a minute and of an hour count what earlier tests asked for.
  app.clock.advance({ hours: 1 })
  key = await app.key(await app.org(), ['sites:read'])
  web = await WebSite.start({ '/': page('Home'), '/tea': page('Tea') })
})

afterEach(async () => {
  await web[Symbol.asyncDispose]()
})

afterAll(() => app[Symbol.asyncDispose]())

const to =
  (location: string): PageHandler =>
  (_request, response) => {
    response.writeHead(302, { location })
    response.end()
  }

/**
 * Scores an address with a key that may reach the hosts that the operator lets scans reach, since the sites of tests
 * are at private addresses.
 */
const score = (url: string) => app.api('POST', '/tools/ai-score', { token: key, body: { url } })

interface Check {
  id: string
  status: string
  lostPoints: number
}

describe('score_page', () => {
  it('the score names what to mend, worst first', async () => {
    const { status, body } = await score(`${web.url}/tea`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      url: `${web.url}/tea`,
      score: expect.any(Number),
      grade: expect.stringMatching(/^[ABCDF]$/),
      rubricVersion: expect.any(String),
      checkedAt: new Date(app.clock.now()).toISOString(),
    })
    const checks = body.data['checks'] as Check[]
    expect(checks).toHaveLength(33)
    expect(checks[0]?.lostPoints).toBeGreaterThan(0)
    expect(checks.at(-1)?.lostPoints).toBe(0)
    expect(checks.find(({ id }) => id === 'F2')).toMatchObject({ status: 'na' })
    expect(web.asked.length).toBeLessThanOrEqual(25)
    expect(web.asked.every(({ headers }) => headers['user-agent']?.startsWith('CitableBot/'))).toBe(
      true,
    )
  })

  it('a score is kept for ten minutes', async () => {
    const first = await score(`${web.url}/tea`)
    const asked = web.asked.length
    web.pages.delete('/tea')
    expect((await score(`${web.url}/tea#part`)).body.data).toEqual(first.body.data)
    expect(web.asked).toHaveLength(asked)
    app.clock.advance({ minutes: 11 })
    expect((await score(`${web.url}/tea`)).body.data['score']).not.toBe(first.body.data['score'])
  })

  it('the same bytes give the same score', async () => {
    const first = await score(`${web.url}/tea`)
    app.clock.advance({ minutes: 11 })
    const { checkedAt: _, checks: a, ...one } = first.body.data
    const { checkedAt: __, checks: b, ...other } = (await score(`${web.url}/tea`)).body.data
    expect(other).toEqual(one)
    expect((b as Check[]).map(({ id, status }) => [id, status])).toEqual(
      (a as Check[]).map(({ id, status }) => [id, status]),
    )
  })

  it('the score reports bots kept out, and pages that no index may have', async () => {
    web.pages.set('/robots.txt', 'User-agent: *\nDisallow: /\n')
    expect((await score(`${web.url}/`)).body.data['score']).toBeLessThanOrEqual(15)
    web.pages.set('/robots.txt', '')
    web.pages.set('/hidden', page('Hidden', { head: '<meta name="robots" content="noindex">' }))
    expect((await score(`${web.url}/hidden`)).body.data['score']).toBeLessThanOrEqual(20)
  })
})

describe('limits of score_page', () => {
  it('ten scores a minute are allowed to one address', async () => {
    for (let i = 0; i < 10; i++) expect((await score(`${web.url}/tea`)).status).toBe(200)
    const refused = await score(`${web.url}/tea`)
    expect(refused.body.error?.code).toBe('RATE_LIMITED')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('ten scores an hour are allowed of one host', async () => {
    for (let i = 0; i < 10; i++) {
      expect((await score(`${web.url}/?page=${i}`)).status).toBe(200)
      app.clock.advance({ minutes: 2 })
    }
    const refused = await score(`${web.url}/?page=10`)
    expect(refused.body.error).toMatchObject({ code: 'RATE_LIMITED' })
    expect(refused.headers.get('retry-after')).toBe(String(40 * 60))
    app.clock.advance({ minutes: 41 })
    expect((await score(`${web.url}/?page=10`)).status).toBe(200)
  })

  it('ten scores an hour are allowed of one host, whoever sends the score there', async () => {
    for (let i = 0; i < 9; i++) {
      await score(`${web.url}/?page=${i}`)
      app.clock.advance({ minutes: 1 })
    }
    await using first = await WebSite.start({ '/': to(`${web.url}/tea`) })
    await using second = await WebSite.start({ '/': to(`${web.url}/tea`) })
    await using third = await WebSite.start({
      '/': page('Third'),
      '/robots.txt': `Sitemap: ${web.url}/sitemap.xml`,
      '/llms.txt': `# Third\n- [Tea](${web.url}/tea)`,
      '/.well-known/mcp.json': to(`${web.url}/tea`),
    })
    expect((await score(first.url)).body.data).toMatchObject({ finalUrl: `${web.url}/tea` })
    const asked = web.asked.length
    const refused = await score(second.url)
    expect(refused.body.error).toMatchObject({ code: 'RATE_LIMITED' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const partly = await score(third.url)
    expect(partly.status).toBe(200)
    expect(third.paths).toContain('/.well-known/mcp.json')
    expect(web.asked).toHaveLength(asked)
    const statusOf = (answer: typeof partly, id: string) =>
      (answer.body.data['checks'] as Check[]).find((check) => check.id === id)?.status
    // A check whose request was refused for now does not change the score, and its request is made later.
    expect(statusOf(partly, 'F1')).toBe('error')
    app.clock.advance({ minutes: 61 })
    expect(statusOf(await score(third.url), 'F1')).not.toBe('error')
  })

  it('a page stays unscored when its robots.txt may not be asked for', async () => {
    for (let i = 0; i < 10; i++) {
      await score(`${web.url}/?page=${i}`)
      app.clock.advance({ minutes: 1 })
    }
    await using other = await WebSite.start({
      '/': page('Other'),
      '/robots.txt': to(`${web.url}/robots.txt`),
    })
    expect((await score(other.url)).body.error).toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('a host is counted by any of its names', () => {
    const memory = new ScoreMemory()
    const names = ['https://shore.example/', 'http://www.shore.example/', 'http://shore.example./x']
    const admitted = Array.from({ length: 12 }, (_, i) =>
      new HourlyLimit(memory, () => i).admits(new URL(names[i % names.length]!)),
    )
    expect(admitted.filter(Boolean)).toHaveLength(10)
  })

  it('a score that began earlier sees those that were counted meanwhile, and forgets none', () => {
    const memory = new ScoreMemory()
    const host = new URL('https://shore.example/')
    let elapsedMs = 0
    const elapsed = () => elapsedMs
    const early = new HourlyLimit(memory, elapsed)
    for (elapsedMs = 1; elapsedMs <= 10; elapsedMs++) {
      expect(new HourlyLimit(memory, elapsed).admits(host)).toBe(true)
    }
    expect(early.admits(host)).toBe(false)
    expect(new HourlyLimit(memory, elapsed).admits(host)).toBe(false)
  })
})

it.each(['Sitemap: /map.xml', 'Sitemap: https://[bad'])(
  'the robots.txt reader goes on behind "%s"',
  async (line) => {
    web.pages.set('/robots.txt', line)
    web.pages.set('/map.xml', '<urlset><url><loc>{site}/tea</loc></url></urlset>')
    expect((await score(`${web.url}/tea`)).status).toBe(200)
  },
)

describe('an address that cannot be scored', () => {
  it.each(['ftp://example.com/', 'javascript:alert(1)', 'http://', 'https://nowhere.example/'])(
    'the address %s is refused',
    async (url) => {
      const { status, body } = await score(url)
      expect(status).toBe(422)
      expect(body.error?.fields).toMatchObject([{ path: 'url' }])
    },
  )
})

it('the cached score of a private host is not given to a stranger', async () => {
  expect((await score(`${web.url}/tea`)).status).toBe(200)
  const { body } = await app.api('POST', '/tools/ai-score', { body: { url: `${web.url}/tea` } })
  expect(body.error?.fields).toMatchObject([{ path: 'url', code: 'not_fetched' }])
})
