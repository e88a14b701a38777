import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, PERSON_PASSWORD } from '../testing/add-person.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { SmtpServer } from '../testing/smtp-server.ts'
import { TestApp, type TestOrg } from '../testing/start-test-app.ts'
import { openBrowser, SiteVisit } from '../widget/testing/site-visit.ts'

let app: TestApp
let smtp: SmtpServer
let browser: Browser

beforeAll(async () => {
  smtp = await SmtpServer.start()
  app = await TestApp.start({ environment: smtp.environment })
  browser = await openBrowser(CHROMIUM_PATH)
})

afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
  await smtp[Symbol.asyncDispose]()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PERSON_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Invites a person, and returns the link in the mail, without the host. */
async function invite(org: TestOrg, email: string, role = 'editor'): Promise<string> {
  const invited = await app.api('POST', '/org/invitations', {
    token: await app.session(org),
    body: { email, role },
  })
  expect(invited.status).toBe(201)
  const mail = () => smtp.received.findLast(({ to }) => to.includes(email))?.text ?? ''
  await expect.poll(mail).toContain('/app/accept-invitation')
  return /\/app\/accept-invitation\S+/.exec(mail())?.[0] ?? ''
}

it('goes on in another organization in each window, and ends in each', async () => {
  const person = await addPerson(app)
  const other = await app.org('pro', 'Harbours')
  await app.site(await app.key(other), { domain: 'harbours.example' })
  const link = await invite(other, person.email)
  await using visit = await SiteVisit.open(browser, `${app.url}/app/team`)
  const { page } = visit
  await signIn(page, person.email)
  await heading(page, 'Team').waitFor()
  const second = await page.context().newPage()
  await second.goto(`${app.url}/app/sites`)
  await heading(second, 'All sites').waitFor()
  await second.getByRole('navigation').getByText('Anna’s').waitFor()
  await page.goto(`${app.url}${link}`)
  await page.getByRole('button', { name: 'Join as this person' }).click()
  await heading(page, 'All sites').waitFor()
  await second.getByRole('navigation').getByText('Harbours').waitFor()
  await second.getByRole('link', { name: 'harbours.example' }).waitFor()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Go there' }).click()
  await second.getByRole('navigation').getByText('Anna’s').waitFor()
  await second.getByText('Add the site that people ask AI about.').waitFor()
  expect(await second.getByText('harbours.example').count()).toBe(0)
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await heading(second, 'Sign in').waitFor()
})

it('changes nothing in an organization that it does not show, and loses no secret of the one before', async () => {
  const person = await addPerson(app)
  const other = await app.org('business', 'Harbours')
  const link = await invite(other, person.email, 'admin')
  await using visit = await SiteVisit.open(browser, `${app.url}/app/sign-in`)
  const { page } = visit
  await signIn(page, person.email)
  await heading(page, 'All sites').waitFor()
  await page.goto(`${app.url}${link}`)
  await page.getByRole('button', { name: 'Join as this person' }).click()
  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByLabel('Name').fill('Nightly')
  await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click()
  const secret = page.getByRole('dialog', { name: 'The new key' }).locator('pre')
  await expect.poll(() => secret.textContent()).toMatch(/^ctbk_/)
  await page.goBack()
  expect(await secret.textContent()).toMatch(/^ctbk_/)
  const second = await page.context().newPage()
  await second.goto(`${app.url}/app/account`)
  // The first window cannot ask who goes on.
  await page.route('**/api/v1/auth/session', (route) => route.abort())
  await second.getByRole('button', { name: 'Go there' }).click()
  await page.getByText('The server cannot be reached').waitFor()
  expect(await page.getByText('Harbours').count()).toBe(0)
  expect(await secret.textContent()).toMatch(/^ctbk_/)
  await page.unroute('**/api/v1/auth/session')
  await page.getByRole('button', { name: 'I stored it' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('navigation').getByText('Anna’s').waitFor()
})

it('lets somebody out of a session that was ended for good', async () => {
  const person = await addPerson(app)
  await using visit = await SiteVisit.open(browser, `${app.url}/app/team`)
  const { page } = visit
  await signIn(page, person.email)
  await heading(page, 'Team').waitFor()
  await page.context().clearCookies()
  // A request that the page makes by itself may have opened the dialog already, which lets no pointer through.
  await page.getByRole('link', { name: 'Plan and credits' }).dispatchEvent('click')
  await page.getByRole('button', { name: 'Sign in anew' }).click()
  await heading(page, 'Sign in').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

it('takes a second link that is pasted into the same window', async () => {
  await using visit = await SiteVisit.open(browser, `${app.url}/app/reset-password`)
  const { page } = visit
  await heading(page, 'This link is not complete').waitFor()
  await page.evaluate('location.hash = "rst_something"')
  await heading(page, 'Set a new password').waitFor()
  expect(page.url()).toBe(`${app.url}/app/reset-password`)
})

it('joins where the browser keeps no cookie', async () => {
  const org = await app.org('pro', 'Cookieless')
  const link = await invite(org, 'cookieless@example.com')
  await using visit = await SiteVisit.open(browser, `${app.url}/app/`)
  const { page } = visit
  await page.route('**/api/v1/**', async (route) => {
    await page.context().clearCookies()
    await route.continue()
  })
  await page.goto(`${app.url}${link}`)
  await page.getByLabel('Password').fill(PERSON_PASSWORD)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await heading(page, 'All sites').waitFor()
  const where = page.getByRole('navigation').getByRole('heading', { level: 2 })
  await expect.poll(() => where.textContent()).toBe('Cookieless')
  await page.getByText('This browser keeps no cookie of this server').waitFor()
  expect(await page.context().cookies()).toEqual([])
})

it('works where the browser keeps nothing, and in another language without a new sign-in', async () => {
  const { email } = await addPerson(app)
  const { port } = new URL(app.url)
  await using visit = await SiteVisit.open(browser, `http://citable.test:${port}/app/account?a=b`, {
    before: `Object.defineProperty(window, 'localStorage', {
      get() { throw new DOMException('Access is denied', 'SecurityError') },
    })`,
  })
  const { page } = visit
  await signIn(page, email)
  await heading(page, 'Your account').waitFor()
  expect(new URL(page.url()).search).toBe('?a=b')
  await page.getByLabel('Theme').selectOption('Dark')
  await page.getByLabel('Language').selectOption('Deutsch')
  await heading(page, 'Dein Konto').waitFor()
  await page.getByRole('link', { name: 'Alle Websites' }).click()
  await heading(page, 'Alle Websites').waitFor()
  expect(visit.errors).toEqual([])
})
