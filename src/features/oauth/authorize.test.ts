import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  authorizePath,
  consentTo,
  REDIRECT,
  registerTestClient,
  requestIn,
  TestBrowser,
  type TestClient,
} from '../../testing/oauth-flow.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let browser: TestBrowser
let client: TestClient

beforeAll(async () => {
  app = await TestApp.start()
  const session = await app.session(await app.org('business'))
  await app.site(session)
  browser = new TestBrowser(app, session)
  client = await registerTestClient(app)
})

beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

const open = (fields: Readonly<Record<string, string>> = {}) =>
  browser.open(authorizePath({ client, with: fields }))

describe('an address that a client may be led back to', () => {
  it.each([
    ['a longer path', `${REDIRECT}/more`],
    ['a query', `${REDIRECT}?more=1`],
    ['a user', 'https://me@assistant.example/callback'],
    ['a fragment', `${REDIRECT}#more`],
    ['another host', 'https://assistant.example.evil.example/callback'],
    ['plain http', 'http://assistant.example/callback'],
    ['another port', 'https://assistant.example:8443/callback'],
    ['capitals', 'https://assistant.example/Callback'],
    ['a script', 'javascript:alert(1)//assistant.example/callback'],
    ['data', 'data:text/html,callback'],
    ['loopback', 'http://127.0.0.1/callback'],
  ])('is never %s beside the one that was registered', async (_, redirect_uri) => {
    const answer = await open({ redirect_uri })
    expect([answer.status, answer.location]).toEqual([400, null])
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.html).toContain('Nothing was granted')
  })

  it('has any port on loopback, by number, and is no other name of it', async () => {
    const native = await registerTestClient(app, { redirect_uris: ['http://127.0.0.1/back'] })
    const statusOf = async (redirect_uri: string) =>
      (await browser.open(authorizePath({ client: native, with: { redirect_uri } }))).status
    expect(await statusOf('http://127.0.0.1:49152/back')).toBe(200)
    expect(await statusOf('http://localhost:49152/back')).toBe(400)
    expect(await statusOf('http://[::1]:49152/back')).toBe(400)
    expect(await statusOf('http://127.0.0.1:49152/other')).toBe(400)
  })

  it('may be left out where there is one', async () => {
    expect((await open({ redirect_uri: '' })).status).toBe(200)
  })

  it.each([
    ['no client', { client_id: '' }],
    ['a client that is not registered', { client_id: 'cli_nothing' }],
    ['a private address', { client_id: 'https://127.0.0.1/client.json' }],
  ])('is not looked at for %s', async (_, fields) => {
    const answer = await open(fields)
    expect([answer.status, answer.location]).toEqual([400, null])
  })
})

describe('what is wrong is told to the client', () => {
  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: '' }, 'unsupported_response_type'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: '' }, 'invalid_request'],
    [{ prompt: 'none' }, 'interaction_required'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    [{ resource: 'nothing' }, 'invalid_target'],
  ])('for %j', async (fields, error) => {
    const state = 'ä state&with=signs+and spaces/?#'
    const answer = await open({ ...fields, state })
    expect(answer.status).toBe(303)
    const back = new URL(answer.location ?? '')
    expect(back.origin + back.pathname).toBe(REDIRECT)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state, iss: app.url })
  })

  it('without the state that was not sent', async () => {
    const answer = await open({ response_type: 'token', state: '' })
    expect(new URL(answer.location ?? '').searchParams.has('state')).toBe(false)
  })
})

it('a parameter that comes twice is refused, and nobody is led anywhere', async () => {
  for (const name of ['client_id', 'redirect_uri', 'scope', 'resource', 'state']) {
    const answer = await browser.open(`${authorizePath({ client })}&${name}=x&${name}=y`)
    expect([answer.status, answer.location]).toEqual([400, null])
  }
})

it('a page that cannot be shown says which parameter is wrong, as text, and states the status that it has', async () => {
  const { status, html } = await browser.open(
    `${authorizePath({ client, with: { state: 'x'.repeat(5_000) } })}&scope=%3Cb%3E&scope=%3Cb%3E`,
  )
  expect(status).toBe(400)
  expect(html).toContain('<li>state: ')
  expect(html).toContain('<li>scope: ')
  expect(html).toContain('Status 400, request')
  expect(html).not.toContain('<b>')
})

describe('the address that access is asked for', () => {
  it.each([
    ['', '/mcp'],
    ['/', '/mcp'],
    ['/mcp/', '/mcp'],
    ['/mcp/data', '/mcp/data'],
    ['/MCP/Publisher//', '/mcp/publisher'],
  ])('%j is read as %s', async (path, meant) => {
    const page = await open({ resource: path === '' ? '' : `${app.url.toUpperCase()}${path}` })
    expect(page.status).toBe(200)
    expect(page.html).toContain(meant)
  })
})

describe('the page', () => {
  it('is shown to who is signed in and opens it, and to others after they have signed in', async () => {
    expect(requestIn((await open()).html)).toMatch(/^orq_/)
    const nobody = new TestBrowser(app)
    for (const answer of [
      await nobody.open(authorizePath({ client })),
      await browser.open(authorizePath({ client }), { 'sec-fetch-dest': 'iframe' }),
      await browser.open(authorizePath({ client }), { 'sec-fetch-dest': 'empty' }),
    ]) {
      expect(answer.status).toBe(303)
      expect(answer.location).toMatch(/^\/sign-in\?next=%2Fauthorize%3F/)
    }
  })

  it('comes each time, whatever was granted before', async () => {
    await consentTo({ browser, client })
    const again = await open()
    expect([again.status, again.location]).toEqual([200, null])
  })

  it('is kept by no one, framed by no one, and leads nowhere but back', async () => {
    const { headers } = await open()
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' https://assistant.example")
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
    // The window that opened this one must be able to see when it is led back.
    expect(headers.has('cross-origin-opener-policy')).toBe(false)
  })

  it('shows what a client calls itself as text', async () => {
    const name = '<script>alert(1)</script>" onload="x'
    const named = await registerTestClient(app, { client_name: name })
    const { html } = await browser.open(authorizePath({ client: named }))
    expect(html).not.toContain('<script')
    expect(html).not.toContain('" onload')
    expect(html).toContain('&lt;script&gt;')
  })
})
