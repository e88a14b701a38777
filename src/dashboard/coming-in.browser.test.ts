import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, PERSON_PASSWORD } from '../testing/add-person.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { SmtpServer } from '../testing/smtp-server.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { openBrowser, SiteVisit } from '../widget/testing/site-visit.ts'

const PASSWORD = 'three words and one'

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

/**
 * Opens an address of the page and uses it. At the end, the page must have reported no error, and asked no other host.
 */
async function visit(path: string, use: (page: Page) => Promise<void>): Promise<void> {
  await using opened = await SiteVisit.open(browser, `${app.url}${path}`)
  await use(opened.page)
  expect(opened.errors).toEqual([])
  expect(opened.opened).toEqual([])
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Returns the link, without the host, in the mail to an address. */
function linkTo(email: string): string {
  const mail = smtp.received.findLast(({ to }) => to.includes(email))
  return /\/app\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

it('signs in, ends the session and is led back to where the address went', async () => {
  const { email } = await addPerson(app)
  await visit('/app/account', async (page) => {
    await heading(page, 'Sign in').waitFor()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Email address or password is wrong').waitFor()
    await page.getByLabel('Password').fill(PERSON_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'Your account').waitFor()
    await page.getByLabel('Current password').fill('kept')
    await page.context().clearCookies()
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change the password' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill(PERSON_PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('This is not your password').waitFor()
    expect(await page.getByLabel('Current password').inputValue()).toBe('kept')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await heading(page, 'Sign in').waitFor()
  })
})

it('sets a new password by the link of the mail', async () => {
  const { email } = await addPerson(app)
  await visit('/app/forgot-password', async (page) => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await heading(page, 'Look into your mail').waitFor()
    await expect.poll(() => linkTo(email)).not.toBe('')
    await page.goto(`${app.url}${linkTo(email)}`)
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await heading(page, 'Your password is set').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'All sites').waitFor()
  })
})

it('joins by the link of an invitation', async () => {
  const org = await app.org()
  const email = 'joined@example.com'
  const { status } = await app.api('POST', '/org/invitations', {
    token: await app.session(org),
    body: { email, role: 'viewer' },
  })
  expect(status).toBe(201)
  await expect.poll(() => linkTo(email)).not.toBe('')
  await visit(linkTo(email), async (page) => {
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await heading(page, 'All sites').waitFor()
    await page.getByText(email).waitFor()
  })
})

it('says what a link is that has lost its token, and what an address is that leads nowhere', async () => {
  for (const path of ['setup', 'reset-password', 'accept-invitation']) {
    await visit(`/app/${path}`, async (page) => {
      await heading(page, 'This link is not complete').waitFor()
      expect(new URL(page.url()).pathname).toBe(`/app/${path}`)
    })
  }
  await visit('/app/sign-in?next=https://elsewhere.example/', (page) =>
    heading(page, 'Sign in').waitFor(),
  )
})

it('works without a cookie over plain http by a name, and says where it would last', async () => {
  const { email } = await addPerson(app)
  const { port } = new URL(app.url)
  await using opened = await SiteVisit.open(browser, `http://citable.test:${port}/app/sites`)
  const { page } = opened
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PERSON_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'All sites').waitFor()
  await page.getByText('This connection is not encrypted').waitFor()
  expect(await opened.cookies()).toEqual([])
  await page.reload()
  await heading(page, 'Sign in').waitFor()
})
