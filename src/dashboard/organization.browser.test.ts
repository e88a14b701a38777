import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { TestApp, type TestOrg } from '../testing/start-test-app.ts'
import { visitAs } from '../testing/visit-as.ts'
import { openBrowser } from '../widget/testing/site-visit.ts'

let app: TestApp
let browser: Browser
let org: TestOrg

beforeAll(async () => {
  app = await TestApp.start()
  browser = await openBrowser(CHROMIUM_PATH)
})

beforeEach(async () => {
  org = await app.org('self_hosted', 'Tides')
})

afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const visit = (path: string, use: (page: Page) => Promise<void>) =>
  visitAs({ app, browser, org }, path, use)

it('invites somebody, changes what they may do, and removes them', async () => {
  await visit('/app/team', async (page) => {
    await page.getByLabel('E-mail').fill('ben@example.com')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = page.getByRole('region', { name: 'The link for them, shown this once' })
    const address = (await link.textContent()) ?? ''
    expect(address).toMatch(/\/app\/accept-invitation#\S+$/)
    const token = address.split('#')[1] ?? ''
    const { status } = await app.api('POST', '/auth/invitations/accept', {
      body: { token, password: 'three words and one' },
    })
    expect(status).toBe(200)
    await page.reload()
    const role = page.getByRole('combobox', { name: 'Role: ben@example.com' })
    await role.selectOption('editor')
    // Passing a choice by keyboard changes nothing yet.
    await page.getByRole('button', { name: 'Change the role ben@example.com' }).click()
    await expect
      .poll(async () => {
        const { body } = await app.api('GET', '/org/members', { token: await app.session(org) })
        return JSON.stringify(body.data)
      })
      .toContain('"role":"editor"')
    await page.getByRole('button', { name: 'Remove ben@example.com' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => role.count()).toBe(0)
  })
})

it('shows both names where two people change one, and writes what is chosen', async () => {
  await visit('/app/plan', async (page) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('<b>Tides & more</b>')
    const other = { token: await app.session(org), body: { name: 'Ebb' } }
    await app.api('PUT', '/org', other)
    await page.getByRole('button', { name: 'Change the name' }).click()
    const conflict = page.getByRole('alert')
    await conflict.getByText('Ebb').waitFor()
    await conflict.getByText('<b>Tides & more</b>').waitFor()
    await page.getByRole('button', { name: 'Overwrite it with mine' }).click()
    await page.getByText('Changed.').waitFor()
    const { body } = await app.api('GET', '/org', { token: await app.session(org) })
    expect(body.data['name']).toBe('<b>Tides & more</b>')
    expect(await page.locator('main b b').count()).toBe(0)
  })
})

it('shows who did what, by filter, and has the chain of it checked', async () => {
  const key = await app.key(org)
  await app.site(key, { domain: 'tides.example' })
  await visit('/app/audit', async (page) => {
    await page.getByRole('button', { name: 'Check that it is whole' }).click()
    await page.getByText(/It is whole: \d+ entries/).waitFor()
    await page.getByLabel('Action').fill('site.create')
    await page.getByRole('button', { name: 'Show these' }).click()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    // Someone who types an address may name a text that is not a day, or a day on which nothing was done yet.
    await page.goto(`${app.url}/app/audit?from=yesterday&action=site.create`)
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await page.goto(`${app.url}/app/audit?from=2027-01-01`)
    await page.getByText('Nothing of this kind was done.').waitFor()
    await page.goto(`${app.url}/app/audit?action=site.create&from=2026-11-01&to=2026-11-30`)
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('action')).toBe('site.create')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
  })
})

it('shows names that want to run as text: of sites, keys, webhooks and the organization', async () => {
  const token = await app.session(org)
  const name = '"><img src=x onerror="window.ran=1"><script>window.ran=1</script>'
  await app.site(await app.key(org), { domain: 'named.example', name })
  await app.api('POST', '/keys', {
    token,
    body: { name: name.slice(0, 80), scopes: ['sites:read'] },
  })
  await app.api('POST', '/webhook-subscriptions', {
    token,
    body: { url: 'https://hooks.example/', events: ['credits.low'], description: name },
  })
  expect((await app.api('PUT', '/org', { token, body: { name } })).status).toBe(200)
  await visit('/app/sites', async (page) => {
    for (const path of [
      'sites',
      'developers',
      'developers/webhooks',
      'developers/calls',
      'audit',
    ]) {
      await page.goto(`${app.url}/app/${path}`)
      await page.getByText('window.ran=1').first().waitFor({ state: 'attached' })
      expect(await page.locator(':is(main, nav) :is(script, iframe, img)').count()).toBe(0)
    }
    expect(await page.evaluate('window.ran')).toBeUndefined()
  })
})

it('says which role a page takes to those who have a smaller one', async () => {
  await visitAs({ app, browser, org, role: 'viewer' }, '/app/audit', async (page) => {
    await expect.poll(() => page.getByText('This needs the role admin').count()).toBeGreaterThan(0)
    await page.goto(`${app.url}/app/team`)
    await page.getByRole('heading', { name: 'Team' }).waitFor()
    expect(await page.getByRole('combobox').count()).toBe(0)
  })
})
