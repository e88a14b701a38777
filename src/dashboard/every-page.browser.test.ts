import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { fallenSite } from '../testing/fallen-site.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { visitAs } from '../testing/visit-as.ts'
import { openBrowser } from '../widget/testing/site-visit.ts'
import { PAGES } from './pages.ts'

let app: TestApp
let browser: Browser
let site: Awaited<ReturnType<typeof fallenSite>>
let paths: string[]

beforeAll(async () => {
  app = await TestApp.start()
  browser = await openBrowser(CHROMIUM_PATH)
  site = await fallenSite(app)
  const { body } = await app.api('POST', '/webhook-subscriptions', {
    token: await app.session(site.org),
    body: { url: 'https://hooks.example/citable', events: ['scan.completed'] },
  })
  // Every page that needs a session, at an address of what there is, or of what there is not.
  paths = PAGES.filter(({ isPublic }) => isPublic !== true).map(({ path }) =>
    path
      .replace(':siteId', site.id)
      .replace(':pageId', 'pag_none')
      .replace(':jobId', 'job_none')
      .replace(':id', String(body.data.id)),
  )
})

afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
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
      async (page, visit) => {
        for (const path of paths) {
          await page.goto(`${app.url}/app/${path}`)
          await page.locator('main h1').waitFor()
          await page.waitForLoadState('networkidle')
          const tooWide = await page.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          expect({ path, faults: await visit.faults(), tooWide }).toEqual({
            path,
            faults: [],
            tooWide: 0,
          })
        }
        expect(visit.lines.filter((line) => /Content Security Policy|Trusted/.test(line))).toEqual(
          [],
        )
      },
      look,
    )
  },
)
