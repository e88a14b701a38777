import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { ScannedSite } from '../testing/scanned-site.ts'
import { page } from '../testing/web-site.ts'
import { openBrowser, SiteVisit } from './testing/site-visit.ts'

/** The user agent of a reader: visits of a browser without a screen count as a bot's. */
const READER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const TOPICS = ['/topic?t=1', '/topic?t=2']

let browser: Browser
let site: ScannedSite

beforeAll(async () => {
  const pages = TOPICS.map((path) => [path, page(`About ${path}`)])
  site = await ScannedSite.start({
    '/': page('Forum', { links: TOPICS }),
    ...(Object.fromEntries(pages) as Record<string, string>),
  })
  const install = await site.call('GET', `/sites/${site.id}/install`)
  for (const [path, html] of site.web.pages) {
    if (typeof html !== 'string') continue
    site.web.pages.set(path, html.replace('</head>', `${String(install.body.data['tag'])}</head>`))
  }
  browser = await openBrowser(CHROMIUM_PATH)
})

afterAll(async () => {
  await browser.close()
  await site[Symbol.asyncDispose]()
})

it('a reader of a page that a query tells apart meets its prompts, and is counted there', async () => {
  const [path = ''] = TOPICS.slice(1)
  const [first] = (await site.prompt(path)).templates
  await using visit = await SiteVisit.open(browser, site.web.url + path, { userAgent: READER })
  await visit.widget.waitFor()
  expect(await visit.prompt()).toBe(first?.resolved)
  await visit.press('ChatGPT')
  const counted = async () => {
    const query = 'range=7d&metrics=ai_clicks&dimensions=path'
    const { body } = await site.call('GET', `/analytics/${site.id}/ai?${query}`)
    return body.data['rows']
  }
  await expect.poll(counted).toEqual([[path, 1]])
})
