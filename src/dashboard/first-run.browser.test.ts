import type { Browser, Page } from 'playwright-core'
import { askTool } from '../testing/ask-tool.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pressOn, typeInto } from '../testing/by-keyboard.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { HOSTILE_TEXTS } from '../testing/hostile-texts.ts'
import { makeLinkToken } from '../testing/one-time-links.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { heldPage, page as htmlPage, WebSite } from '../testing/web-site.ts'
import { openBrowser, SiteVisit } from '../widget/testing/site-visit.ts'

let app: TestApp
let browser: Browser

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
  browser = await openBrowser(CHROMIUM_PATH)
})

afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

it('goes from the setup link to the tag by keyboard alone, past titles that want to run', async () => {
  const slow = heldPage(htmlPage('Slack water'))
  await using site = await WebSite.start({
    '/': htmlPage(escaped(HOSTILE_TEXTS[1] ?? ''), { links: ['/slack', '/gone'] }),
    '/slack': slow.answer,
  })
  const token = await makeLinkToken(app, 'setup')
  await using visit = await SiteVisit.open(browser, `${app.url}/app/setup#${token}`)
  const { page } = visit
  await heading(page, 'Make this server yours').waitFor()
  expect(page.url()).toBe(`${app.url}/app/setup`)
  await typeInto(page, 'E-mail', 'anna@example.com')
  await typeInto(page, 'Password', 'three words and one')
  await typeInto(page, 'Organization', 'Tides')
  await pressOn(page, 'Become the owner', 'Enter')
  await heading(page, 'Which site do people ask AI about?').waitFor()
  await typeInto(page, 'Address of your site', site.url)
  await pressOn(page, 'Read my site', 'Enter')
  await heading(page, 'Reading 127.0.0.1').waitFor()
  await slow.asked
  await page.getByRole('progressbar').waitFor()
  slow.release()
  await heading(page, 'Read 127.0.0.1').waitFor()
  await page.getByText('The server answered with an error, such as 404 or 500.').waitFor()
  await page.getByText(HOSTILE_TEXTS[1] ?? '').waitFor()
  await pressOn(page, 'What to mend first', 'Enter')
  await heading(page, 'AI can').waitFor()
  await page.getByText('Not seen yet.').waitFor()
  const id = (await sitesOf(page))[0]?.id ?? ''
  await app.beacon(id, [{ kind: 'impression', url: site.url }], { origin: site.url })
  await pressOn(page, 'Check again', 'Enter')
  await page.getByText('Seen on your pages.').waitFor()
  await pressOn(page, 'Connect an assistant', 'Enter')
  await heading(page, 'Ask your assistant about your readers').waitFor()
  await pressOn(page, 'Make a key for it', 'Enter')
  const paste = page.getByRole('region', { name: 'Claude Code' })
  await expect.poll(() => paste.textContent()).toMatch(/ctbk_\w{49}/)
  const [key = ''] = /ctbk_\w{49}/.exec((await paste.textContent()) ?? '') ?? []
  await askTool(app, 'data', 'list_sites', key, {})
  await expect.poll(() => page.getByText('called list_sites').count()).toBe(1)
  // A run that was left and found again is at the step that the data show.
  await page.goto(`${app.url}/app/first-run/${id}`)
  await heading(page, 'Ask your assistant about your readers').waitFor()
  expect(await page.evaluate('window.ran')).toBeUndefined()
  expect(visit.errors).toEqual([])
  expect(visit.opened).toEqual([])
})

/** Lists the sites of the person who is signed in. */
const sitesOf = (page: Page): Promise<{ id: string }[]> =>
  page.evaluate(`fetch('/api/v1/sites').then((answer) => answer.json()).then(({ data }) => data)`)
