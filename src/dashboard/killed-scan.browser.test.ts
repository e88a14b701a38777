import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { heldPage, page as htmlPage, WebSite } from '../testing/web-site.ts'
import { openBrowser, SiteVisit } from '../widget/testing/site-visit.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser(CHROMIUM_PATH)
})

afterAll(() => browser.close())

it('goes on with the bar of a scan whose server was killed, and says what could not be read', async () => {
  const slow = heldPage(htmlPage('Slack water'))
  await using web = await WebSite.start({
    '/': htmlPage('Tides', { links: ['/slack', '/gone'] }),
    '/slack': slow.answer,
  })
  using folder = DataFolder.migrated()
  const { key, session } = await folder.setUp()
  const environment = { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' }
  const first = await folder.serve({ environment })
  const { url } = first
  const api = async (path: string, body: unknown): Promise<string> => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    // @NOTE what is made has an id.
    return ((await answer.json()) as { data: { id: string } }).data.id
  }
  const siteId = await api('/sites', { url: web.url, scan: false })
  await using visit = await SiteVisit.open(browser, `${url}/app/sign-in`)
  const { page } = visit
  await page.context().addCookies([{ name: 'citable', value: session, url }])
  await page.goto(`${url}/app/s/${siteId}/scans`)
  await page.getByText('This site was not read yet.').waitFor()
  await page.getByRole('button', { name: 'Read it again' }).click()
  await slow.asked
  await page.getByText('2 of 3 addresses').waitFor()
  await first.kill()
  await page.getByText('The connection broke; it is tried again.').waitFor()
  await page.getByRole('progressbar').waitFor()
  await using second = await folder.serve({
    environment: { ...environment, PORT: new URL(url).port },
  })
  expect(second.url).toBe(url)
  await page.getByText('The connection broke').waitFor({ state: 'detached' })
  await page.getByRole('progressbar').waitFor()
  slow.release()
  await page.getByRole('heading', { name: 'What it came across' }).waitFor()
  await page.getByRole('row').getByRole('link').click()
  await page.getByRole('link', { name: 'Failed' }).click()
  await page.getByRole('link', { name: `${web.url}/gone` }).waitFor()
  expect(new URL(page.url()).searchParams.get('outcome')).toBe('failed')
  expect(visit.errors).toEqual([])
})
