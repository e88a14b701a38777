import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { fallenSite } from '../testing/fallen-site.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { visitAs } from '../testing/visit-as.ts'
import { page, WebSite } from '../testing/web-site.ts'
import { openBrowser } from '../widget/testing/site-visit.ts'
import { PAGES } from './pages.ts'

let app: TestApp
let browser: Browser
let site: Awaited<ReturnType<typeof fallenSite>>
let web: WebSite
let paths: string[]

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
  browser = await openBrowser(CHROMIUM_PATH)
  site = await fallenSite(app)
  const { body } = await app.api('POST', '/webhook-subscriptions', {
    token: await app.session(site.org),
    body: { url: 'https://hooks.example/citable', events: ['scan.completed'] },
  })
  web = await WebSite.start({
    '/': page('Tides and harbours', { links: ['/kettles'] }),
    '/kettles': page(''),
  })
  const read = await readSite()
  // These are all pages that need a session, each at an address that exists.
  paths = PAGES.filter(({ isPublic }) => isPublic !== true).map(({ path }) =>
    path
      .replace(':siteId', /first-run|pages|scans|score/.test(path) ? read.siteId : site.id)
      .replace(':pageId', read.pageId)
      .replace(':jobId', read.jobId)
      .replace(':id', String(body.data.id)),
  )
})

/** Makes a site that was scanned, and returns the ids of the site, of one of its pages, and of the scan. */
async function readSite(): Promise<{ siteId: string; pageId: string; jobId: string }> {
  const { key: token } = site
  const siteId = await app.site(token, { url: `${web.url}/` })
  const scan = await app.api('POST', '/scan', { token, body: { siteId } })
  await app.app.services.jobs.onIdle()
  const pages = await app.api('GET', `/pages/${siteId}`, { token })
  // @NOTE the list's own schema says so.
  const [first] = pages.body.data as unknown as { id: string }[]
  return { siteId, pageId: first?.id ?? '', jobId: String(scan.body.data.id) }
}

afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

it.each([
  { colorScheme: 'light', width: 1_280, locale: 'en-GB' },
  { colorScheme: 'dark', width: 320, locale: 'de-DE' },
] as const)(
  'axe finds nothing on any page, $colorScheme, $width px, $locale, and nothing is cut off',
  async (look) => {
    await visitAs(
      { app, browser, org: site.org },
      '/app/account',
      async (opened, visit) => {
        const missing: string[] = []
        opened.on('response', (answer) => {
          if (answer.status() === 404) missing.push(answer.url())
        })
        for (const path of paths) {
          await opened.goto(`${app.url}/app/${path}`)
          await opened.locator('main h1').waitFor()
          await opened.waitForLoadState('networkidle')
          const tooWide = await opened.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          expect({ path, faults: await visit.faults(), tooWide }).toEqual({
            path,
            faults: [],
            tooWide: 0,
          })
        }
        expect(missing).toEqual([])
        expect(visit.lines.filter((line) => /Content Security Policy|Trusted/.test(line))).toEqual(
          [],
        )
      },
      look,
    )
  },
)
