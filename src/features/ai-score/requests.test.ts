import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
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
  web = await WebSite.start({ '/tea': page('Tea') })
})

afterEach(async () => {
  await web[Symbol.asyncDispose]()
})

afterAll(() => app[Symbol.asyncDispose]())

interface Check {
  id: string
  status: string
  evidence: { details: string[] }
}

const score = (body: Record<string, unknown>) =>
  app.api('POST', '/tools/ai-score', { token: key, body: { url: `${web.url}/tea`, ...body } })

async function check(id: string): Promise<Check> {
  const { body } = await score({ checks: [id] })
  expect(body.error).toBeNull()
  const [only, ...others] = body.data['checks'] as Check[]
  expect(others).toEqual([])
  expect(only).toMatchObject({ id })
  return only!
}

const redirect =
  (location: string): PageHandler =>
  (_, response) =>
    response.writeHead(302, { location }).end()

const hreflang = (links: Record<string, string>): string =>
  Object.entries(links)
    .map(([lang, href]) => `<link rel="alternate" hreflang="${lang}" href="${href}">`)
    .join('')

describe('the parameter checks', () => {
  it('chosen checks cause only the requests that they need', async () => {
    expect(await check('C1')).toMatchObject({ status: 'pass' })
    expect(web.paths).toEqual(['/tea', '/'])
    web.pages.set('/llms.txt', '# Tea\n\n- [Green](/green)\n')
    expect(await check('F2')).toMatchObject({
      status: 'warn',
      evidence: { details: ['Its first link gives 404.'] },
    })
    expect(web.paths.slice(2)).toEqual(['/tea', '/llms.txt', '/green'])
  })

  it('the day of a deploy is no date of a page, also where nothing stands at the root', async () => {
    const served = (html: string, at: string): PageHandler => {
      return (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'last-modified': at }).end(html)
      }
    }
    const deploy = new Date(app.clock.now()).toUTCString()
    const tea = '<title>Tea</title><h1>Tea</h1><p>All of it.</p><a href="/cup">Cup</a>'
    web.pages.set('/tea', served(tea, deploy))
    web.pages.set('/cup', served('<title>Cup</title><p>A cup.</p>', deploy))
    expect(await check('D4')).toMatchObject({ status: 'warn' })
    web.pages.set(
      '/cup',
      served('<title>Cup</title><p>A cup.</p>', 'Mon, 05 Jan 2026 08:00:00 GMT'),
    )
    app.clock.advance({ hours: 25 })
    web.pages.set('/tea', served(tea, new Date(app.clock.now()).toUTCString()))
    expect(await check('D4')).toMatchObject({ status: 'pass' })
  })

  it('the score, its caps and its grade come from the chosen checks', async () => {
    web.pages.set('/robots.txt', 'User-agent: *\nDisallow: /\n')
    const whole = await score({})
    expect(whole.body.data).toMatchObject({
      caps: [{ id: 'search_bots_blocked' }, { id: 'no_text' }],
      level: 0,
    })
    const { body } = await score({ checks: ['B2', 'A7', 'B2'] })
    expect(body.data).toMatchObject({ score: 100, grade: 'A', level: null, weightJudged: 8 })
    expect((body.data['checks'] as Check[]).map(({ id }) => id)).toEqual(['A7', 'B2'])
    expect(body.data['caps']).toEqual([])
  })

  it('choices of checks are cached apart, in whatever order they were named', async () => {
    await score({ checks: ['A7', 'C1'] })
    const asked = web.asked.length
    expect((await score({ checks: ['C1', 'A7'] })).body.data['weightJudged']).toBe(9)
    expect(web.asked).toHaveLength(asked)
    expect((await score({ checks: ['A7'] })).body.data['weightJudged']).toBe(5)
  })

  it.each([{ checks: [] }, { checks: ['Z9'] }, { checks: 'A1' }, { parity: true }])(
    'checks outside the rubric are refused: %j',
    async (input) => {
      const { status } = await score(input)
      expect(status).toBe(422)
      expect(web.asked).toEqual([])
    },
  )
})

describe('the parameter locale', () => {
  it('the answer states its language, English whatever was wanted', async () => {
    const { body } = await score({ checks: ['C1'], locale: 'pt-BR' })
    expect(body.data['locale']).toBe('en')
  })

  it('a locale that is no language is refused', async () => {
    const { body } = await score({ locale: 'not a language' })
    expect(body.error?.fields).toMatchObject([{ path: 'locale' }])
  })
})

describe('versions in other languages', () => {
  const own = { en: '/tea', de: '/tee', fr: '/the', es: '/te', 'x-default': '/tea' }

  it('two versions are asked whether they link back', async () => {
    web.pages.set('/tea', page('Tea', { head: hreflang(own) }))
    web.pages.set('/tee', page('Tee', { head: hreflang(own) }))
    web.pages.set('/the', page('Thé', { head: hreflang(own) }))
    expect(await check('C5')).toMatchObject({ status: 'pass' })
    expect(web.paths).toEqual(['/tea', '/tee', '/the'])
  })

  it('versions that do not link back, or are missing, are named and cost nothing', async () => {
    web.pages.set('/tea', page('Tea', { head: hreflang(own) }))
    web.pages.set('/tee', page('Tee', { head: hreflang({ de: '/tee' }) }))
    expect(await check('C5')).toMatchObject({
      status: 'pass',
      evidence: {
        details: [
          'The language is en.',
          `The version de does not link back: ${web.url}/tee`,
          `The version fr answers 404: ${web.url}/the`,
        ],
      },
    })
  })

  it('versions on other hosts are not asked', async () => {
    await using other = await WebSite.start({})
    // Another name of the same address counts as another host.
    const url = `${other.url.replace('127.0.0.1', 'localhost')}/tee`
    web.pages.set('/tea', page('Tea', { head: hreflang({ en: '/tea', de: url }) }))
    expect(await check('C5')).toMatchObject({ status: 'pass' })
    expect(other.asked).toEqual([])
  })
})

describe('a canonical address', () => {
  const named = (href: string) =>
    web.pages.set('/tea', page('Tea', { head: `<link rel="canonical" href="${href}">` }))

  it('a canonical address that is gone is told, which costs no more than in a scan', async () => {
    named('/tea/')
    expect(await check('C4')).toMatchObject({
      status: 'warn',
      evidence: {
        details: [
          'The canonical address is written without its host.',
          'The canonical address answers 404.',
        ],
      },
    })
    expect(web.paths).toEqual(['/tea', '/tea/'])
  })

  it('a canonical address that redirects back is that of the page', async () => {
    web.pages.set('/tea/', redirect('/tea'))
    named('{site}/tea/')
    expect(await check('C4')).toMatchObject({
      status: 'pass',
      evidence: { details: ['The canonical address is this page.'] },
    })
  })

  it('a canonical address of another host is not asked', async () => {
    await using other = await WebSite.start({ '/tea': page('Tea') })
    named(`${other.url.replace('127.0.0.1', 'localhost')}/tea`)
    expect(await check('C4')).toMatchObject({ status: 'fail' })
    expect(other.asked).toEqual([])
  })
})

describe('what the site has for all of its pages', () => {
  it('Markdown is that of the start page', async () => {
    const markdown: PageHandler = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/markdown' }).end('# Home')
    web.pages.set('/', page('Home', { text: 'We sell tea.' }))
    web.pages.set('/tea.md', markdown)
    expect(await check('F3')).toMatchObject({
      status: 'na',
      evidence: { url: `${web.url}/`, details: [expect.stringMatching(/none is needed\.$/)] },
    })
    expect(web.paths).toEqual(['/tea', '/', '/', '/index.md'])
    web.pages.set('/index.md', markdown)
    app.clock.advance({ minutes: 11 })
    expect(await check('F3')).toMatchObject({
      status: 'pass',
      evidence: { details: [`Markdown of the start page is at ${web.url}/index.md.`] },
    })
  })

  it('speed is that of the start page', async () => {
    web.pages.set('/', page('Home'))
    expect(await check('B3')).toMatchObject({
      evidence: {
        details: [expect.stringMatching(/^First byte of the start page after \d+ ms\.$/)],
      },
    })
    expect(web.paths).toEqual(['/tea', '/', '/'])
  })

  it('the page itself stands for a start page that gives no answer', async () => {
    web.pages.set('/', (_, response) => response.destroy())
    const { details } = (await check('F3')).evidence
    expect(details).toEqual([expect.stringMatching(/none is needed\.$/)])
    expect(web.paths.at(-1)).toBe('/tea.md')
  })
})

describe('the sitemap of a score', () => {
  it('the usual one is read where robots.txt names others that are missing', async () => {
    web.pages.set('/robots.txt', 'Sitemap: {site}/a.xml\nSitemap: {site}/b.xml\n')
    web.pages.set('/b.xml', page('No map'))
    web.pages.set('/sitemap.xml', entries('/tea', '/coffee'))
    const { status, evidence } = await check('F1')
    expect(status).toBe('pass')
    expect(evidence).toMatchObject({ url: `${web.url}/sitemap.xml`, httpStatus: 200 })
    expect(evidence.details.slice(1)).toEqual([
      `robots.txt names a sitemap that cannot be read: ${web.url}/a.xml (status 404).`,
      `robots.txt names a sitemap that cannot be read: ${web.url}/b.xml (status 200).`,
    ])
  })

  it('the first one that is named is the one that is missing', async () => {
    web.pages.set('/robots.txt', 'Sitemap: {site}/a.xml\nSitemap: {site}/b.xml\n')
    const { status, evidence } = await check('F1')
    expect(status).toBe('fail')
    expect(evidence).toMatchObject({
      url: `${web.url}/a.xml`,
      details: ['There is no sitemap: status 404.'],
    })
    expect(web.paths).toEqual(['/tea', '/robots.txt', '/a.xml', '/b.xml', '/sitemap.xml'])
  })

  const entries = (...paths: string[]) =>
    `<urlset>${paths.map((path) => `<url><loc>${web.url}${path}</loc><lastmod>2026-11-0${path.length}</lastmod></url>`).join('')}</urlset>`
  const file =
    (body: Buffer): PageHandler =>
    (_, response) =>
      response.writeHead(200, { 'content-type': 'application/gzip' }).end(body)

  it('a sitemap may be compressed, also below an index', async () => {
    web.pages.set(
      '/sitemap.xml',
      `<sitemapindex><sitemap><loc>{site}/a.xml.gz</loc></sitemap></sitemapindex>`,
    )
    web.pages.set('/a.xml.gz', file(gzipSync(entries('/tea'))))
    expect(await check('F1')).toMatchObject({ status: 'pass' })
    web.pages.set('/a.xml.gz', file(gzipSync(entries('/coffee'))))
    app.clock.advance({ minutes: 11 })
    expect(await check('F1')).toMatchObject({
      status: 'warn',
      evidence: { details: ['The sitemap does not list this page.'] },
    })
  })

  it.each([
    ['inflates without end', gzipSync(Buffer.alloc(50_000_000, 32))],
    ['is cut', gzipSync('<urlset><url>').subarray(0, 20)],
  ])('a sitemap that %s is none', async (_, body) => {
    web.pages.set('/robots.txt', 'Sitemap: {site}/all.gz\n')
    web.pages.set('/all.gz', file(body))
    expect(await check('F1')).toMatchObject({ status: 'fail' })
  })
})

it('a score makes at most 25 requests, whatever leads on', async () => {
  for (let i = 0; i < 5; i++) web.pages.set(`/hop${i}`, redirect(i === 4 ? '/tea' : `/hop${i + 1}`))
  const head = `${hreflang({ en: '/tea', de: '/tee', fr: '/the' })}<link rel="canonical" href="/tea/"><link rel="alternate" type="text/markdown" href="/tea.markdown">`
  web.pages.set('/tea', page('Tea', { head }))
  web.pages.set('/robots.txt', redirect('/robots2.txt'))
  web.pages.set('/robots2.txt', 'Sitemap: {site}/maps.xml\n')
  web.pages.set('/maps.xml', redirect('/maps2.xml'))
  web.pages.set('/maps2.xml', redirect('/maps3.xml'))
  web.pages.set(
    '/maps3.xml',
    '<sitemapindex><sitemap><loc>{site}/hop0</loc></sitemap><sitemap><loc>{site}/hop1</loc></sitemap></sitemapindex>',
  )
  web.pages.set('/llms.txt', '# Tea\n[Tea](/hop2)\n')
  const { body } = await score({ url: `${web.url}/hop0` })
  expect(body.error).toBeNull()
  expect(web.asked.length).toBeGreaterThan(20)
  expect(web.asked.length).toBeLessThanOrEqual(25)
})
