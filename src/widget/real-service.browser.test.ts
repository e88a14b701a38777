import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLink } from '../protocol/index.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { ScannedSite } from '../testing/scanned-site.ts'
import { inspectData, storedEvents } from '../testing/stored-events.ts'
import { page, type PageHandler } from '../testing/web-site.ts'
import { openBrowser, SiteVisit, waitUntil } from './testing/site-visit.ts'

/** The user agent of a reader: visits of a browser without a screen count as a bot's. */
const READER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

let browser: Browser
let site: ScannedSite

beforeAll(async () => {
  let tag = ''
  const withTag = (title: string, links: readonly string[] = []) => {
    const html = page(title, { links })
    const handler: PageHandler = (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(html.replace('</head>', `${tag}</head>`))
    }
    return handler
  }
  site = await ScannedSite.start({ '/': withTag('Home', ['/tea']), '/tea': withTag('Tea at noon') })
  const install = await site.call('GET', `/sites/${site.id}/install`)
  const { pinned } = install.body.data as { pinned: { tag: string } }
  ;({ tag } = pinned)
  browser = await openBrowser(CHROMIUM_PATH)
})

afterAll(async () => {
  await browser.close()
  await site[Symbol.asyncDispose]()
})

it('a reader meets what was scanned, takes it to an assistant, and is counted once', async () => {
  const prompts = await site.prompt('/tea')
  await using visit = await SiteVisit.open(browser, `${site.web.url}/tea`, { userAgent: READER })
  await visit.widget.waitFor()
  const shown = await visit.prompt()
  expect(prompts.templates.map(({ resolved }) => resolved)).toContain(shown)
  const found = verifyLink({ href: await visit.press('ChatGPT') })
  expect(found).toMatchObject({ target: 'chatgpt', prompt: shown, findings: [] })
  await visit.type('Is it <b>green</b>?')
  const asked = verifyLink({ href: await visit.press('Claude') })
  expect(asked.prompt).toBe(
    `Is it <b>green</b>?\n\nSource: ${site.web.url}/tea\n${shown.split('\n').at(-1)}`,
  )
  expect(visit.errors).toEqual([])
  const kinds = () =>
    inspectData(site.app.directory, storedEvents)
      .map(({ kind }) => kind)
      .toSorted()
  await waitUntil(() => kinds().length >= 4)
  expect(kinds()).toEqual(['ai_click', 'ai_click', 'impression', 'question'])
})
