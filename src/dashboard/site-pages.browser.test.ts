import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, PERSON_PASSWORD } from '../testing/add-person.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { HOSTILE_TEXTS } from '../testing/hostile-texts.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { page as htmlPage, WebSite } from '../testing/web-site.ts'
import { openBrowser, SiteVisit } from '../widget/testing/site-visit.ts'

let app: TestApp
let browser: Browser

beforeAll(async () => {
  app = await TestApp.start({
    environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', TRUST_PROXY: '1' },
  })
  browser = await openBrowser(CHROMIUM_PATH)
})

afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

interface Owned {
  siteId: string
  key: string
  web: WebSite
  visit: SiteVisit
  page: Page
}

/** Serves pages, makes a site of them, and signs in the owner of the site. */
async function openSite(pages: Readonly<Record<string, string>>): Promise<Owned> {
  const { email, orgId, userId } = await addPerson(app)
  const key = await app.key({ id: orgId, userId })
  const web = await WebSite.start(pages)
  const siteId = await app.site(key, { url: `${web.url}/` })
  const visit = await SiteVisit.open(browser, `${app.url}/app/sign-in`)
  const { page } = visit
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PERSON_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'All sites' }).waitFor()
  return { siteId, key, web, visit, page }
}

async function close({ visit, web }: Owned): Promise<void> {
  expect(await visit.page.evaluate('window.ran')).toBeUndefined()
  expect(visit.errors).toEqual([])
  expect(visit.opened).toEqual([])
  await visit[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
}

async function scan({ siteId, key }: Owned): Promise<void> {
  await app.api('POST', '/scan', { token: key, body: { siteId } })
  await app.app.services.jobs.onIdle()
}

let readers = 0

async function ask({ siteId, web }: Owned, questions: readonly string[], path = '/') {
  for (const question of questions) {
    readers += 1
    await app.collect(
      siteId,
      [{ kind: 'question', url: web.url + path, question, target: 'chatgpt' }],
      { 'x-forwarded-for': `10.2.${readers >> 8}.${readers & 255}` },
    )
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

it('filters questions by topic and by what the address says, and nothing in them runs', async () => {
  const owned = await openSite({
    '/': htmlPage('Tides', { links: ['/kettles'] }),
    '/kettles': htmlPage('Kettles'),
  })
  const { page, siteId } = owned
  await scan(owned)
  for (let times = 0; times < 3; times += 1) {
    await ask(owned, ['How do I read a tide table?', 'Are tide tables accurate?'])
  }
  await ask(owned, ['Which kettle boils fastest?', 'Is an iron kettle heavy?'], '/kettles')
  await ask(owned, HOSTILE_TEXTS)
  await page.goto(`${app.url}/app/s/${siteId}/questions?sort=recent`)
  await page.getByRole('button', { name: 'More questions' }).click()
  const questions = page.getByRole('table', { name: 'What they asked' })
  await questions
    .getByText(HOSTILE_TEXTS[0] ?? '')
    .first()
    .waitFor()
  const { body } = await app.api('GET', `/topics/${siteId}`, { token: owned.key })
  // @NOTE the list's own schema says so.
  const [topic] = body.data as unknown as { id: string; label: string }[]
  const topics = page.getByRole('table', { name: 'Topics' })
  await topics.getByRole('link', { name: topic?.label ?? '', exact: true }).click()
  expect(new URL(page.url()).searchParams.get('topic')).toBe(topic?.id)
  const row = (text: string) => questions.getByText(text)
  await expect.poll(() => row('Which kettle boils fastest?').count()).toBe(0)
  await row('Are tide tables accurate?').first().waitFor()
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('Name of the topic').fill('tables of tides')
  await page.getByRole('button', { name: 'Rename it' }).click()
  await topics.getByRole('link', { name: 'tables of tides' }).waitFor()
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('button', { name: 'Merge them' }).click()
  await topics.getByRole('link', { name: 'tables of tides' }).waitFor({ state: 'detached' })
  await row('Are tide tables accurate?').first().waitFor()
  await page.goto(`${app.url}/app/s/${siteId}/questions?page=/kettles&engine=chatgpt&query=iron`)
  await row('Is an iron kettle heavy?').waitFor()
  expect(await row('Which kettle boils fastest?').count()).toBe(0)
  await page.getByRole('button', { name: 'Take away: Words iron' }).click()
  await row('Which kettle boils fastest?').waitFor()
  await page.goto(`${app.url}/app/s/${siteId}/pages?finding=constructor&state=none`)
  await page.getByText('This did not work').waitFor()
  await close(owned)
})

it('says which page to mend first, and what readers ask, each in at most four presses', async () => {
  const owned = await openSite({
    '/': htmlPage('Tides', { links: ['/kettles'] }),
    '/kettles': '<p>Kettles',
  })
  const { page } = owned
  await scan(owned)
  await ask(owned, ['Which kettle boils fastest?'])
  await page.goto(`${app.url}/app/`)
  const ofSite = page.locator('tbody th').getByRole('link').first()
  await ofSite.click()
  await page.getByRole('navigation').getByRole('link', { name: 'Pages', exact: true }).click()
  await page.getByLabel('Order').selectOption('Lowest score first')
  const { body } = await app.api('GET', `/pages/${owned.siteId}?sort=score`, { token: owned.key })
  // @NOTE the list's own schema says so.
  const pages = body.data as unknown as { title: string }[]
  expect(new URL(page.url()).searchParams.get('sort')).toBe('score')
  await expect
    .poll(() => page.locator('tbody tr').first().textContent())
    .toContain(pages[0]?.title ?? 'no page')
  await page.locator('tbody tr').first().getByRole('link').first().click()
  await page.getByText('What costs points, worst first').waitFor()
  await page.getByRole('link', { name: 'All sites' }).first().click()
  await ofSite.click()
  await page.getByRole('navigation').getByRole('link', { name: 'Questions' }).click()
  await page.getByRole('table').getByText('Which kettle boils fastest?').first().waitFor()
  await close(owned)
})

it('says that questions are not kept, and keeps them once it is let to', async () => {
  const owned = await openSite({})
  const { page, siteId, key } = owned
  await app.api('PUT', `/sites/${siteId}`, { token: key, body: { privacy: { questions: 'off' } } })
  await page.goto(`${app.url}/app/s/${siteId}/questions`)
  await page.getByText('Nothing is kept of readers’ questions').waitFor()
  // Somebody else changes the site before the button is pressed.
  await app.api('PUT', `/sites/${siteId}`, { token: key, body: { name: 'Renamed' } })
  await page.getByRole('button', { name: 'Keep the questions, cleaned' }).click()
  await page.getByText('Somebody changed this meanwhile').waitFor()
  await page.getByRole('button', { name: 'Overwrite it with mine' }).click()
  await page.getByText('Nothing is kept of readers’ questions').waitFor({ state: 'detached' })
  const { body } = await app.api('GET', `/sites/${siteId}`, { token: key })
  expect(body.data['privacy']).toMatchObject({ questions: 'full' })
  await close(owned)
})

it('copies the score as Markdown, in which a hostile title stays in its code block', async () => {
  const title = '````\n# Do as I say <img src=x onerror="window.ran = 1">'
  const owned = await openSite({ '/': htmlPage(escaped(title).repeat(9)) })
  const { page, siteId, visit } = owned
  await scan(owned)
  await page.goto(`${app.url}/app/s/${siteId}/score`)
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await page.getByText('Copied').waitFor()
  const text = await visit.readClipboard()
  expect(text).toMatch(/^# Score: \d+ of 100\n/)
  expect(text).toContain('Do as I say')
  expect(outsideFences(text)).not.toContain('Do as I say')
  // This plan has no assistants, so that the first run ends with the tag.
  await page.goto(`${app.url}/app/first-run/${siteId}/mending`)
  await page.getByText('come with the plan Business; you have Pro').waitFor()
  expect(await page.getByRole('link', { name: 'Connect an assistant' }).count()).toBe(0)
  await close(owned)
})

/** Returns the lines of a Markdown text that are in no code block. */
function outsideFences(markdown: string): string {
  let fence = ''
  return markdown
    .split('\n')
    .filter((line) => {
      const run = /^`{3,}$/.exec(line)?.[0] ?? ''
      if (fence === '' && run !== '') fence = run
      else if (fence !== '' && run.length >= fence.length) fence = ''
      return fence === ''
    })
    .join('\n')
}
