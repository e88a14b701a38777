import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askTool } from '../testing/ask-tool.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { HOSTILE_TEXTS } from '../testing/hostile-texts.ts'
import { siteWithHistory } from '../testing/site-with-history.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { openBrowser } from '../widget/testing/site-visit.ts'
import { fallenSite } from '../testing/fallen-site.ts'
import { visitAs } from '../testing/visit-as.ts'

let app: TestApp
let browser: Browser
let site: Awaited<ReturnType<typeof fallenSite>>

beforeAll(async () => {
  app = await TestApp.start()
  browser = await openBrowser(CHROMIUM_PATH)
  site = await fallenSite(app)
})

afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const visit = (path: string, use: (page: Page) => Promise<void>) =>
  visitAs({ app, browser, org: site.org }, path, use)

/** Reads the numbers behind the bars, each as it is written. */
const shownRows = async (page: Page): Promise<string[][]> => {
  const table = page.getByRole('region', { name: 'Taken apart' }).getByRole('table')
  await table.waitFor()
  return table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent ?? '')),
    )
}

/** Reads the number that a text such as `1,571` or `5.5%` stands for, and how far rounding may have moved it. */
function numberIn(text: string): { value: number; within: number } {
  const digits = text.replaceAll(/[^\d.]/g, '')
  const decimals = digits.split('.')[1]?.length ?? 0
  const part = text.includes('%') ? 100 : 1
  return { value: Number(digits) / part, within: 0.51 / 10 ** decimals / part }
}

const QUERIES = [
  ['ai_clicks', 'path', '28d', ''],
  ['ai_clicks', 'engine', '7d', ''],
  ['ai_clicks', 'country', 'last_month', ''],
  ['visitors', 'referrer', '28d', ''],
  ['visitors', 'device', '90d', ''],
  ['questions', 'topic', 'last_month', ''],
  ['ai_ctr', 'path', '28d', ''],
  ['ai_ctr', 'engine', '2026-10-01..2026-10-31', ''],
  ['ai_clicks', 'hourOfDay', '28d', ''],
  ['ai_clicks', 'path', '28d', '[{"dimension":"engine","op":"is","values":["claude"]}]'],
] as const

it('shows ten drawn queries as the API has them, and as a tool answers the copied question', async () => {
  const held: number[] = []
  for (const query of QUERIES) held.push(await holdAgainst(...query))
  expect(held.filter((rows) => rows > 0)).toHaveLength(10)
})

/**
 * Reads the rows that are shown for a query, and compares them with the API and with the tool that the copied question
 * names.
 */
async function holdAgainst(
  metric: string,
  by: string,
  range: string,
  filters: string,
): Promise<number> {
  let compared = 0
  const query = new URLSearchParams({ metric, by, range, ...(filters && { filters }) })
  await visit(`/app/s/${site.id}?${query.toString()}`, async (page) => {
    const shown = await shownRows(page)
    const asked = new URLSearchParams({
      metrics: metric,
      dimensions: by,
      range,
      compare: 'previous_period',
      limit: '6',
      ...(filters && { filters }),
    })
    const { body } = await app.api('GET', `/analytics/${site.id}/breakdown?${asked.toString()}`, {
      token: site.key,
    })
    // @NOTE the schema of the answer is the service's own.
    const { rows } = body.data as unknown as { rows: [string, number][] }
    const question = await page
      .getByRole('region', { name: 'Taken apart' })
      .locator('[data-question]')
      .getAttribute('data-question')
    const given = /get_breakdown of Citable with (\{.*\})$/.exec(question ?? '')?.[1] ?? ''
    const { structured } = await askTool(
      app,
      'data',
      'get_breakdown',
      site.key,
      JSON.parse(given) as Record<string, unknown>,
    )
    const told = structured['rows'] as [string, number][]
    for (const [i, [, text = '']] of shown.entries()) {
      const { value, within } = numberIn(text)
      expect(Math.abs(value - (rows[i]?.[1] ?? Number.NaN))).toBeLessThanOrEqual(within)
      expect(Math.abs(value - (told[i]?.[1] ?? Number.NaN))).toBeLessThanOrEqual(within)
    }
    expect(told).toHaveLength(shown.length)
    compared = shown.length
  })
  return compared
}

it('says what fell and why, one press from the first view', async () => {
  await visit('/app/', async (page) => {
    await page.getByText('Tides fell').waitFor()
    await page.getByRole('row').getByRole('link', { name: 'Tides', exact: true }).click()
    await page.getByText('That is an unusual fall here. Most of it came through ChatGPT.').waitFor()
    const why = page.getByRole('region', { name: 'Why it fell' })
    const row = why.getByRole('row', { name: /^ChatGPT −\d+ unusual fall/ })
    await expect.poll(() => row.count()).toBe(1)
  })
})

it('keeps range, comparison, filters and what is looked at in the address, and asks at most nine times', async () => {
  await visit(`/app/s/${site.id}`, async (page) => {
    await page.getByRole('heading', { name: 'Why it fell' }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) asked.push(request.url())
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Why it fell' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked).toHaveLength(9)
    await page.getByRole('button', { name: /^Questions/ }).click()
    await page.getByRole('link', { name: 'Engines' }).click()
    await page.getByRole('button', { name: '28 days' }).click()
    await page.getByLabel('Which days').selectOption('Last month')
    await page.getByRole('button', { name: 'Show these' }).click()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('What', { exact: true }).selectOption('Country')
    await page.getByLabel('Value').fill('DE')
    await page.getByRole('button', { name: 'Show these' }).click()
    await page.getByRole('button', { name: /Country is DE/ }).waitFor()
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      metric: 'questions',
      by: 'engine',
      range: 'last_month',
      filters: '[{"dimension":"country","op":"is","values":["DE"]}]',
    })
    await page.goBack()
    await expect.poll(() => page.getByRole('button', { name: /Country is DE/ }).count()).toBe(0)
  })
})

it('tells the numbers of a day to keys and to those who hear', async () => {
  await visit(`/app/s/${site.id}`, async (page) => {
    const day = page.getByRole('slider', { name: 'Day' })
    await day.focus()
    await day.press('Home')
    await expect.poll(() => day.getAttribute('aria-valuetext')).toMatch(/24 Oct: AI clicks \d+$/)
    await page.getByText('As a table').click()
    await page.getByRole('rowheader', { name: '2026-10-24' }).waitFor()
  })
})

it('says in words what an address asks for that is nothing', async () => {
  await visit(`/app/s/${site.id}?range=sometime&filters=%5B1&by=nothing&metric=x`, async (page) => {
    await page.getByText('The filter in this address cannot be read').waitFor()
    await page
      .getByText(/Must be one of 24h/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'sometime' }).waitFor()
  })
  await visit('/app/s/site_nothing', async (page) => {
    await expect.poll(() => page.getByText('This is not there').count()).toBeGreaterThan(0)
  })
})

it('shows what readers and pages wrote as text that does nothing', async () => {
  const hostile = await siteWithHistory(app, [], { domain: 'hostile.example', timezone: 'UTC' })
  const texts = HOSTILE_TEXTS.filter(
    (text) => text.length <= 500 && /[a-z]/i.test(text) && !text.includes('\0'),
  )
  await hostile.addHistory(
    texts.flatMap((text, i) => [
      {
        at: '2026-11-18T10:00:00Z',
        kind: 'question',
        target: 'claude',
        question: text,
        url: `/${encodeURIComponent(text.slice(0, 50).toWellFormed())}`,
        visitor: `h${i}`,
        title: text,
      },
    ]),
  )
  for (const by of ['path', 'topic', 'referrer']) {
    await visitAs(
      { app, browser, org: hostile.org },
      `/app/s/${hostile.id}?metric=questions&by=${by}&rows=all`,
      async (page) => {
        await shownRows(page)
        expect(await page.evaluate('window.ran')).toBeUndefined()
        expect(
          await page.locator('main :is(script, iframe, form[action], base, meta)').count(),
        ).toBe(0)
        const links = await page
          .locator('main a')
          .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
        expect(links.filter((href) => !/^(?:\/(?:app|api\/v1)\/|#)/.test(href))).toEqual([])
      },
    )
  }
})
