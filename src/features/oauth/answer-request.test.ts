import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMembership } from '../../testing/add-membership.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { onFile } from '../../testing/credential-matrix.ts'
import { joinOrg } from '../../testing/join-org.ts'
import {
  authorizePath,
  consentTo,
  formIn,
  registerTestClient,
  ownerWithBrowser,
  TestBrowser,
  toolsBy,
  connect,
  type TestClient,
} from '../../testing/oauth-flow.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let session: string
let browser: TestBrowser
let client: TestClient

beforeAll(async () => {
  app = await TestApp.start()
  client = await registerTestClient(app)
})

beforeEach(async () => {
  app.clock.advance({ minutes: 2 })
  ;({ org, session, browser } = await ownerWithBrowser(app))
})

afterAll(() => app[Symbol.asyncDispose]())

const page = async (fields: Readonly<Record<string, string>> = {}) =>
  formIn((await browser.open(authorizePath({ client, with: fields }))).html)
const grants = async () =>
  (
    (await app.api('GET', '/keys', { token: session })).body.data as unknown as { kind: string }[]
  ).filter(({ kind }) => kind === 'oauth')
/** The fields of a form that stand for any choice; a page without anything to grant does not offer them. */
const ANY = { sites: 'all', scope: ['sites:read'] }
const errorOf = (location: string | null) =>
  location === null ? null : new URL(location).searchParams.get('error')

describe('an answer counts', () => {
  it('once, and makes one grant', async () => {
    const form = await page()
    const answers = await Promise.all([1, 2, 3].map(() => browser.submit('/authorize', form)))
    const codes = answers.filter(({ location }) => location?.includes('code='))
    expect(codes).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(2)
    expect(await grants()).toMatchObject([
      {
        kind: 'oauth',
        client: { name: 'Assistant', host: 'assistant.example' },
        resource: `${app.url}/mcp`,
        status: 'active',
      },
    ])
    const entries = auditEntries(app.directory, org.id)
    expect(entries.map(({ action }) => action)).toContain('key.create')
  })

  it('for each of two tabs', async () => {
    const [first, second] = [await page(), await page()]
    const answers = await Promise.all([
      browser.submit('/authorize', first),
      browser.submit('/authorize', second),
    ])
    expect(answers.map(({ location }) => location?.includes('code='))).toEqual([true, true])
    expect(await grants()).toHaveLength(2)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another host of this site', { 'sec-fetch-site': 'same-site' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['what does not say so', { 'sec-fetch-site': '' }],
  ])('never from %s', async (_, headers) => {
    const answer = await browser.submit('/authorize', await page(), headers)
    expect([answer.status, answer.location]).toEqual([403, null])
    expect(await grants()).toEqual([])
  })

  it('from the session alone that was shown the page', async () => {
    const form = await page()
    const other = new TestBrowser(app, await app.session(await app.org('business')))
    expect((await other.submit('/authorize', form)).status).toBe(403)
    const nobody = await new TestBrowser(app).submit('/authorize', form)
    expect(nobody.location).toMatch(/^\/sign-in\?next=%2Fauthorize%3F/)
    expect(await grants()).toEqual([])
  })

  it('not after the session has ended, and says so', async () => {
    const form = await page()
    await app.api('DELETE', '/auth/session', { token: session })
    const answer = await browser.submit('/authorize', form)
    expect([answer.status, answer.location]).toEqual([403, null])
    expect(answer.html).toContain('connect again')
  })

  it('not after a quarter of an hour', async () => {
    const form = await page()
    app.clock.advance({ minutes: 15 })
    expect((await browser.submit('/authorize', form)).status).toBe(403)
  })
})

describe('what is granted', () => {
  it('is refused where the person refuses it', async () => {
    const back = await consentTo({ browser, client, answer: { do: 'deny' } })
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      iss: app.url,
      state: 'a state & more',
    })
    expect(await grants()).toEqual([])
  })

  it('is what the person left of it', async () => {
    const other = await app.site(session, { domain: 'other.example' })
    const asked = { resource: `${app.url}/mcp/publisher` }
    const answer = { sites: 'chosen', site: [other], scope: ['sites:read', 'prompts:read'] }
    const { access } = await connect(app, { browser, client, with: asked, answer })
    expect(await grants()).toMatchObject([
      { siteIds: [other], scopes: ['sites:read', 'prompts:read'] },
    ])
    const tools = await toolsBy(app, '/mcp/publisher', access)
    expect(tools).toContain('list_prompts')
    expect(tools).not.toContain('list_rules')
  })

  it.each([
    ['nothing to read', { scope: [] }],
    ['no site', { sites: 'chosen', site: [] }],
  ])('cannot be %s: the page asks again', async (_, answer) => {
    const form = await page()
    const shown = await browser.submit('/authorize', { ...form, ...answer })
    expect([shown.status, shown.location]).toEqual([400, null])
    expect(shown.html).toContain('at least one')
    const done = await browser.submit('/authorize', form)
    expect(done.location).toContain('code=')
  })

  it.each([
    ['a scope that was not asked for', { scope: ['sites:read', 'prompts:read'] }],
    ['a scope that writes', { scope: ['sites:write'] }],
    ['all scopes', { scope: ['*'] }],
    ['a site of nobody', { sites: 'chosen', site: ['site_nowhere'] }],
    ['an organization of nobody', { organization: 'org_nowhere' }],
  ])('is never %s', async (_, answer) => {
    const form = await page({ scope: 'sites:read' })
    const done = await browser.submit('/authorize', { ...form, ...answer })
    expect(errorOf(done.location)).toBe('access_denied')
    expect(await grants()).toEqual([])
  })

  it('is never a site, or an organization, of somebody else', async () => {
    const far = await app.org('business')
    const strange = await app.site(await app.session(far), { domain: 'far.example' })
    for (const answer of [{ sites: 'chosen', site: [strange] }, { organization: far.id }]) {
      const done = await browser.submit('/authorize', { ...(await page()), ...answer })
      expect(errorOf(done.location)).toBe('access_denied')
    }
  })

  it('is nothing of an organization whose plan does not reach it', async () => {
    await app.changePlan(org, 'pro')
    const shown = await browser.open(authorizePath({ client }))
    expect(shown.html).toContain('need the Business plan')
    const done = await browser.submit('/authorize', { ...formIn(shown.html), ...ANY })
    expect(errorOf(done.location)).toBe('access_denied')
  })

  it('is at most 20 connections of one person', async () => {
    for (let i = 0; i < 20; i++) await consentTo({ browser, client })
    const shown = await browser.open(authorizePath({ client }))
    expect(shown.html).toContain('as many as may be')
    const done = await browser.submit('/authorize', { ...formIn(shown.html), ...ANY })
    expect(errorOf(done.location)).toBe('access_denied')
    const viewer = new TestBrowser(app, (await joinOrg(app, org, 'viewer')).token)
    expect((await consentTo({ browser: viewer, client })).searchParams.get('code')).toBeTruthy()
  })
})

it('unknown scopes are ignored, and without a known one all of the address are asked for', async () => {
  const scopesOf = async (scope: string) => (await page({ scope }))['scope']
  expect(await scopesOf('openid sites:read offline_access')).toEqual(['sites:read'])
  expect((await scopesOf('openid profile'))?.length).toBeGreaterThan(3)
  expect(await scopesOf('')).not.toContain('offline_access')
})

it('a client that was forgotten while its page was open gets no code', async () => {
  const fleeting = await registerTestClient(app)
  const shown = await browser.open(authorizePath({ client: fleeting }))
  onFile(app, (file) =>
    file.prepare('DELETE FROM oauth_client WHERE id = ?').run(fleeting.client_id),
  )
  const done = await browser.submit('/authorize', formIn(shown.html))
  expect(errorOf(done.location)).toBe('invalid_client')
  expect(await grants()).toEqual([])
})

it('words of readers are offered where something shows them', async () => {
  const offersWords = async (address: string) => {
    const asked = authorizePath({ client, with: { resource: app.url + address } })
    return (await browser.open(asked)).html.includes('name="words"')
  }
  expect([
    await offersWords('/mcp'),
    await offersWords('/mcp/publisher'),
    await offersWords('/mcp/data'),
  ]).toEqual([true, true, false])
})

it('who wants to use another account signs out, and comes back to the same request', async () => {
  const form = await page()
  const answer = await browser.submit('/authorize', { ...form, do: 'leave' })
  expect(answer.location).toMatch(/^\/sign-in\?next=%2Fauthorize%3F/)
  expect((await app.api('GET', '/auth/session', { token: session })).status).toBe(401)
  const next = new URL(answer.location ?? '', app.url).searchParams.get('next') ?? ''
  const other = new TestBrowser(app, await app.session(org))
  expect((await other.open(next)).status).toBe(200)
})

describe('the address of one site', () => {
  const placeOf = (site: string) => ({ resource: `${app.url}/mcp/data/s/${site}` })

  it.each(['example.com', 'EXAMPLE.COM', 'by id'])(
    'is that site alone, whatever the form says (%s)',
    async (name) => {
      const other = await app.site(session, { domain: 'other.example' })
      const sites = (await app.api('GET', '/sites', { token: session })).body.data
      const own = (sites as unknown as { id: string; domain: string }[]).find(
        ({ domain }) => domain === 'example.com',
      )?.id
      const asked = placeOf(name === 'by id' ? (own ?? '') : name)
      const shown = await browser.open(authorizePath({ client, with: asked }))
      expect(shown.html).toContain('example.com')
      expect(shown.html).not.toContain('added later')
      const forged = { sites: 'all', site: [other] }
      const { access } = await connect(app, { browser, client, with: asked, answer: forged })
      expect(await grants()).toMatchObject([{ siteIds: [own] }])
      const place = `/mcp/data/s/${name === 'by id' ? own : name.toLowerCase()}`
      expect(await toolsBy(app, place, access)).toContain('get_overview')
      expect(await toolsBy(app, '/mcp/data', access)).toBe(401)
    },
  )

  it('is no site of somebody else', async () => {
    await app.site(await app.session(await app.org()), { domain: 'far.example' })
    const form = await page(placeOf('far.example'))
    const done = await browser.submit('/authorize', { ...form, sites: 'all' })
    expect(errorOf(done.location)).toBe('access_denied')
  })
})

it('another organization begins with its own sites ticked, as the first one did', async () => {
  const further = await app.org('business')
  const site = await app.site(await app.session(further), { domain: 'further.example' })
  addMembership(app, further, { userId: org.userId, role: 'viewer' })
  const chosen = { ...(await page()), organization: further.id, do: 'organization' }
  const shown = await browser.submit('/authorize', chosen)
  expect(formIn(shown.html)).toMatchObject({ sites: ['chosen'], site: [site] })
})
