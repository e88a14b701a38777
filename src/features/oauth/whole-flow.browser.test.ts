import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addMembership } from '../../testing/add-membership.ts'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'
import { AssistantSite } from '../../testing/assistant-site.ts'
import { pressOn, typeInto } from '../../testing/by-keyboard.ts'
import { CHROMIUM_PATH } from '../../testing/chromium-path.ts'
import { postToolCall } from '../../testing/mcp-post.ts'
import {
  authorizePath,
  newVerifier,
  registerTestClient,
  sendForm,
  toolsBy,
  type TestClient,
} from '../../testing/oauth-flow.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { openBrowser, SiteVisit } from '../../widget/testing/site-visit.ts'

let browser: Browser
let app: TestApp
let assistant: AssistantSite
let client: TestClient
let person: { email: string; orgId: string; userId: string }
/** The ids of the sites by domain. */
const sites = new Map<string, string>()

beforeAll(async () => {
  browser = await openBrowser(CHROMIUM_PATH)
  assistant = await AssistantSite.start()
  app = await TestApp.start()
  client = await registerTestClient(app, { redirect_uris: [assistant.redirectUri] })
})

beforeEach(async () => {
  app.clock.advance({ minutes: 2 })
  person = await addPerson(app)
  await app.changePlan({ id: person.orgId }, 'business')
  await addSites({ id: person.orgId, userId: person.userId }, 'tideline.example', 'shop.example')
})

afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
  await assistant[Symbol.asyncDispose]()
})

async function addSites(org: TestOrg, ...domains: string[]): Promise<void> {
  const key = await app.key(org)
  for (const domain of domains) sites.set(domain, await app.site(key, { domain }))
}

/** Makes the address that the client opens for a person, and the verifier that the client keeps. */
function asked(fields: Readonly<Record<string, string>> = {}) {
  const verifier = newVerifier()
  const path = authorizePath({
    client,
    verifier,
    with: { redirect_uri: assistant.redirectUri, ...fields },
  })
  return { verifier, url: `${app.url}${path}` }
}

/** Collects what the browser reports while pages are open: broken policies, errors of scripts, and failed loads. */
function complaints({ page }: SiteVisit): string[] {
  const said: string[] = []
  page.context().on('console', (message) => said.push(message.text()))
  page.context().on('weberror', (error) => said.push(String(error.error())))
  return said
}

async function signIn(page: Page): Promise<void> {
  await page.waitForURL(`${app.url}/sign-in?**`)
  await page.locator('#email:focus').waitFor()
  await page.keyboard.type(person.email)
  await typeInto(page, 'Password', PERSON_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${app.url}/authorize?**`)
}

/** Waits until the person is led back, and returns the parameters. */
async function ledBack(page: Page): Promise<Record<string, string>> {
  await page.waitForURL(`${assistant.redirectUri}?**`)
  await page.getByText('Led back').waitFor()
  return Object.fromEntries(new URL(page.url()).searchParams)
}

const redeem = (code: string | undefined, verifier: string) =>
  sendForm(app, '/token', {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: assistant.redirectUri,
    code_verifier: verifier,
    ...client,
  })

it('a person signs in, chooses and is led back by keyboard alone, and the client reads just that', async () => {
  const { verifier, url } = asked()
  await using seen = await SiteVisit.open(browser, url)
  const { page } = seen
  const said = complaints(seen)
  expect(await seen.faults()).toEqual([])
  await signIn(page)
  expect(await seen.faults()).toEqual([])

  await pressOn(page, 'Only some of them', 'Space')
  await pressOn(page, 'shop.example', 'Space')
  await pressOn(page, 'Rules', 'Space')
  await pressOn(page, 'The questions that they typed', 'Space')
  await pressOn(page, 'Let it read', 'Enter')

  const { code, ...rest } = await ledBack(page)
  expect(rest).toEqual({ state: 'a state & more', iss: app.url })
  expect([...seen.lines, ...seen.errors, ...said]).toEqual([])
  const { status, body } = await redeem(code, verifier)
  expect(status).toBe(200)
  const tools = await toolsBy(app, '/mcp', body.access_token ?? '')
  expect(tools).toEqual(expect.arrayContaining(['list_prompts', 'list_questions']))
  expect(tools).not.toContain('list_rules')
  const listed = await postToolCall(app, 'citable', body.access_token ?? '', 'list_sites')
  const shown = JSON.stringify(listed)
  expect([shown.includes('tideline.example'), shown.includes('shop.example')]).toEqual([
    true,
    false,
  ])
})

it('in a window that another site has opened, that site hears of it, and each time the person is asked', async () => {
  const { url, verifier } = asked()
  await using seen = await SiteVisit.open(browser, assistant.openerOf(url))
  const said = complaints(seen)
  const opened = seen.page.waitForEvent('popup')
  await seen.page.getByRole('button').click()
  const popup = await opened
  await signIn(popup)
  await pressOn(popup, 'Let it read', 'Enter')
  const { code } = await ledBack(popup)
  const output = seen.page.locator('output')
  await output.getByText('code=').waitFor()
  expect(JSON.parse((await output.textContent()) ?? '')).toEqual({
    heard: new URL(popup.url()).search,
    isOpened: true,
    isClosed: false,
  })
  expect((await redeem(code, verifier)).status).toBe(200)

  await popup.close()
  const again = seen.page.waitForEvent('popup')
  await seen.page.getByRole('button').click()
  const second = await again
  await pressOn(second, 'Refuse', 'Enter')
  expect(await ledBack(second)).toMatchObject({ error: 'access_denied' })
  await output.getByText('error=').waitFor()
  expect([...seen.lines, ...seen.errors, ...said]).toEqual([])
})

it('who uses another account is asked the same, and a refusal is led back with that', async () => {
  const { url } = asked({ scope: 'sites:read' })
  await using seen = await SiteVisit.open(browser, url)
  const { page } = seen
  const said = complaints(seen)
  await signIn(page)
  await page.getByText(person.email).waitFor()
  person = await addPerson(app)
  await app.changePlan({ id: person.orgId }, 'business')
  await pressOn(page, 'Use another account', 'Enter')
  await signIn(page)
  await page.getByText(person.email).waitFor()
  expect(await page.locator('[name=scope]').count()).toBe(1)
  await pressOn(page, 'Refuse', 'Enter')
  expect(await ledBack(page)).toEqual({
    error: 'access_denied',
    error_description: expect.any(String) as string,
    state: 'a state & more',
    iss: app.url,
  })
  expect([...seen.lines, ...seen.errors, ...said]).toEqual([])
})

it('another organization shows its own sites before anything of it is allowed', async () => {
  // The page begins with the oldest organization of a person.
  app.clock.advance({ seconds: 1 })
  const other = await app.org('business', 'Harbour Books')
  await addSites(other, 'harbour.example', 'books.example')
  addMembership(app, other, { userId: person.userId, role: 'viewer' })
  const { url, verifier } = asked()
  await using seen = await SiteVisit.open(browser, url)
  const { page } = seen
  const said = complaints(seen)
  await signIn(page)
  expect(await page.locator('.some').innerText()).toContain('shop.example')
  await pressOn(page, 'Anna’s', 'ArrowDown')
  await pressOn(page, 'Show its sites', 'Enter')
  await page.getByLabel('harbour.example').waitFor({ state: 'attached' })
  expect(await seen.faults()).toEqual([])
  expect(await page.getByLabel('shop.example').count()).toBe(0)
  await pressOn(page, 'Let it read', 'Enter')
  const { code } = await ledBack(page)
  const { body } = await redeem(code, verifier)
  const listed = await postToolCall(app, 'citable', body.access_token ?? '', 'list_sites')
  const shown = JSON.stringify(listed)
  expect([shown.includes('harbour.example'), shown.includes('shop.example')]).toEqual([true, false])
  expect([...seen.lines, ...seen.errors, ...said]).toEqual([])
})

it('the policy of the page lets a person be led to an editor', async () => {
  const editor = 'cursor://anysphere.cursor/callback'
  const own = await registerTestClient(app, { redirect_uris: [editor] })
  const path = authorizePath({ client: own, with: { redirect_uri: editor } })
  await using seen = await SiteVisit.open(browser, app.url + path)
  const said = complaints(seen)
  await signIn(seen.page)
  // No program of this machine has that scheme, so none is opened.
  const left = seen.page.waitForEvent('requestfailed')
  await pressOn(seen.page, 'Let it read', 'Enter')
  expect((await left).method()).toBe('POST')
  await seen.page.evaluate('document.title')
  expect([...seen.lines, ...seen.errors, ...said]).toEqual([])
})
