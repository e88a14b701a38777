import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addAttempt } from '../testing/add-attempt.ts'
import { askTool } from '../testing/ask-tool.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { HOSTILE_TEXTS } from '../testing/hostile-texts.ts'
import { grantOf } from '../testing/oauth-grant.ts'
import { TestApp, type TestOrg } from '../testing/start-test-app.ts'
import { visitAs } from '../testing/visit-as.ts'
import { accept, openReceiver } from '../testing/webhook-receiver.ts'
import { openBrowser } from '../widget/testing/site-visit.ts'

let app: TestApp
let browser: Browser
let org: TestOrg

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } })
  browser = await openBrowser(CHROMIUM_PATH)
})

beforeEach(async () => {
  org = await app.org('business', 'Tides')
})

afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const visit = (path: string, use: (page: Page) => Promise<void>) =>
  visitAs({ app, browser, org }, path, use)

const statusWith = async (token: string): Promise<number> =>
  (await app.api('GET', '/sites', { token })).status

it('makes a key that works, and ends it: who reads my data, and stop it, in four presses', async () => {
  await visit('/app/developers', async (page) => {
    await page.getByRole('button', { name: 'Make a key' }).click()
    await page.getByLabel('Name').fill('Nightly export')
    await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click()
    const secret = page.getByRole('dialog', { name: 'The new key' })
    const key = (await secret.locator('pre').textContent()) ?? ''
    expect(await statusWith(key)).toBe(200)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await secret.getByRole('button', { name: 'I stored it' }).click()
    await expect.poll(() => page.getByText(key).count()).toBe(0)
    await page.goto(`${app.url}/app/`)
    await page.getByRole('link', { name: 'Developers' }).click()
    await page.getByText('reads numbers, sites and pages').waitFor()
    await page.getByRole('button', { name: 'End Nightly export' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('There is no key yet.').waitFor()
    expect(await statusWith(key)).toBe(401)
  })
})

it('shows the key that takes the place of another', async () => {
  const key = await app.key(org)
  await visit('/app/developers', async (page) => {
    await page.getByRole('button', { name: 'Replace test' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click()
    const secret = page.getByRole('dialog', { name: 'The new key' }).locator('pre')
    await expect.poll(() => secret.textContent()).toMatch(/^ctbk_\w{49}$/)
    const next = (await secret.textContent()) ?? ''
    expect(next).not.toBe(key)
    expect(await statusWith(next)).toBe(200)
  })
})

it('stays open while it sends, however often it is closed, and says what went wrong', async () => {
  await visit('/app/developers', async (page) => {
    const held: (() => void)[] = []
    await page.route('**/api/v1/keys', async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      await new Promise<void>((resolve) => held.push(resolve))
      return route.fulfill({ status: 503, body: '{}' })
    })
    await page.getByRole('button', { name: 'Make a key' }).click()
    await page.getByLabel('Name').fill('Nightly')
    await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click()
    await expect.poll(() => held.length).toBe(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    held[0]?.()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Nightly')
  })
})

it('connects an assistant by one paste, and sees its first call', async () => {
  await app.site(await app.key(org), { domain: 'tides.example' })
  await visit('/app/connect', async (page) => {
    await page.getByRole('button', { name: 'Make a key for it' }).click()
    const paste = page.getByRole('region', { name: 'Claude Code' })
    await expect.poll(() => paste.textContent()).toMatch(/ctbk_\w{49}/)
    const text = (await paste.textContent()) ?? ''
    const key = /ctbk_\w{49}/.exec(text)?.[0] ?? ''
    await page.getByText('Waiting for the first call').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click()
    await page.goBack()
    await expect.poll(() => paste.textContent()).toContain(key)
    await page.getByText('Waiting for the first call').waitFor()
    await askTool(app, 'data', 'list_sites', key, {})
    await expect.poll(() => page.getByText('called list_sites').count()).toBe(1)
    await page.getByRole('navigation').getByRole('link', { name: 'Developers' }).click()
    await page.getByRole('link', { name: 'Calls of assistants' }).click()
    await page.getByRole('cell', { name: 'list_sites' }).waitFor()
  })
})

it('offers no key on Free, and names the plan that it takes', async () => {
  org = await app.org('free')
  await visit('/app/connect', async (page) => {
    await page
      .getByText(/Business/)
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: 'Make a key for it' }).count()).toBe(0)
    await page.goto(`${app.url}/app/developers`)
    await page.getByText('Your plan has no keys').waitFor()
    expect(await page.getByRole('button', { name: 'Make a key' }).count()).toBe(0)
  })
})

it('shows what a server answers, and sends an event again once it was mended', async () => {
  const hostile = HOSTILE_TEXTS.join(' ').slice(0, 2_000)
  await using receiver = await openReceiver((_, response) => response.writeHead(503).end(hostile))
  await visit('/app/developers/webhooks', async (page) => {
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    await page.getByLabel('Address of your server').fill(receiver.url)
    await page.getByRole('dialog').getByRole('button', { name: 'Add a webhook' }).click()
    await page.getByRole('button', { name: 'I stored it' }).click()
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('The test was not taken').waitFor()
    await page.getByRole('button', { name: 'scan.completed' }).first().click()
    const chosen = page.getByRole('region', { name: 'One attempt' })
    await chosen.getByText('What came back').click()
    await chosen.getByText('<script>').waitFor()
    expect(await page.evaluate('window.ran')).toBeUndefined()
    receiver.answer = accept
    // No name has an address here, so the scan of a new site fails, and sends an event about that.
    const token = await app.session(org)
    await app.api('POST', '/sites', { token, body: { url: 'https://gone.example/', scan: true } })
    await expect.poll(() => receiver.received.length).toBe(2)
    await page.reload()
    await page.getByRole('link', { name: 'Taken' }).click()
    await page.getByRole('cell', { name: /✓ Taken/ }).waitFor()
    await page.getByRole('button', { name: 'scan.failed' }).click()
    await chosen.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('It is sent again.').waitFor()
    await expect.poll(() => receiver.received.length).toBe(3)
  })
})

it('takes rights from an assistant that somebody let in, and finds what it asked', async () => {
  const token = await app.session(org)
  await app.site(token, { domain: 'mine.example', name: 'Mine' })
  await app.site(token, { domain: 'other.example', name: 'Other' })
  const grant = await grantOf(app, org, { resource: '/mcp/data' })
  await askTool(app, 'data', 'list_sites', grant.token, {})
  const read = async () =>
    (await app.api('GET', `/keys/${grant.keyId}`, { token: await app.session(org) })).body.data
  await visit('/app/developers', async (page) => {
    await page.getByRole('button', { name: /^Narrow/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('numbers').uncheck()
    await dialog.getByLabel('Mine').check()
    await dialog.getByLabel('Also what readers wrote').uncheck()
    await dialog.getByRole('button', { name: 'Change its rights' }).click()
    await dialog.waitFor({ state: 'detached' })
    const narrowed = await read()
    expect(narrowed['scopes']).not.toContain('analytics:read')
    expect(narrowed['siteIds']).toHaveLength(1)
    expect(narrowed['readersWords']).toBe(false)
    await page.getByRole('cell', { name: 'one site' }).waitFor()
    // The only site of the assistant is deleted. A change of another right must not turn that into all sites.
    const [mine] = narrowed['siteIds'] as string[]
    await app.api('DELETE', `/sites/${mine}`, { token })
    await page.reload()
    await page.getByRole('button', { name: /^Narrow/ }).click()
    await dialog.getByLabel('prompts').uncheck()
    await dialog.getByRole('button', { name: 'Change its rights' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await read())['siteIds']).toEqual([])
    await page.getByRole('link', { name: 'Calls of assistants' }).click()
    await page.getByRole('cell', { name: 'list_sites' }).waitFor()
    await page.getByRole('textbox', { name: 'Tool' }).fill('get_overview')
    await page.getByRole('button', { name: 'Show these' }).click()
    await page.getByText('No call is like this.').waitFor()
    expect(new URL(page.url()).searchParams.get('tool')).toBe('get_overview')
  })
})

it('lists each event once, those given up apart, and shows both versions of a webhook', async () => {
  const token = await app.session(org)
  const siteId = await app.site(token, { domain: 'mine.example', name: 'Mine' })
  const made = await app.api('POST', '/webhook-subscriptions', {
    token,
    body: { url: 'https://hooks.example/', events: ['credits.low'], paused: true },
  })
  const id = String(made.body.data['id'])
  const attempt = (event_id: string, number: number, status: string, isLast: boolean) =>
    addAttempt(
      app,
      { orgId: org.id, webhookId: id },
      { event_id, attempt: number, status, is_final: isLast ? 1 : 0 },
    )
  await attempt('evt_1', 1, 'http_500', false)
  await attempt('evt_1', 2, 'timeout', true)
  await attempt('evt_2', 1, 'http_500', false)
  await attempt('evt_2', 2, 'delivered', true)
  await attempt('evt_3', 1, 'dns', false)
  await visit(`/app/developers/webhooks/${id}`, async (page) => {
    const rows = page.getByRole('main').getByRole('table').first().locator('tbody tr')
    const words = () => rows.evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''))
    await expect.poll(words).toHaveLength(3)
    await page.getByRole('link', { name: 'Given up' }).click()
    await expect.poll(words).toEqual([expect.stringContaining('timeout')])
    await page.getByRole('link', { name: 'Tried again' }).click()
    await expect.poll(words).toEqual([expect.stringContaining('dns')])
    await page.getByRole('link', { name: 'Taken' }).click()
    await expect.poll(words).toEqual([expect.stringContaining('2 tries')])
    await rows.getByRole('button').click()
    const chosen = page.getByRole('region', { name: 'One attempt' })
    await chosen.getByRole('button', { name: /^1\. / }).click()
    await chosen.getByText('http_500').first().waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Typed here')
    await dialog.getByLabel('Mine').check()
    await app.api('PUT', `/webhook-subscriptions/${id}`, {
      token: await app.session(org),
      body: { description: 'Changed there' },
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Changed there').waitFor()
    await dialog.getByRole('button', { name: 'Overwrite it with mine' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { body } = await app.api('GET', `/webhook-subscriptions/${id}`, {
      token: await app.session(org),
    })
    expect(body.data).toMatchObject({ description: 'Typed here', siteIds: [siteId] })
  })
})
