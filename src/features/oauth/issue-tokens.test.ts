import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import {
  connect,
  consentTo,
  newVerifier,
  REDIRECT,
  refreshBy,
  registerTestClient,
  sendForm,
  ownerWithBrowser,
  type TestBrowser,
  toolsBy,
  type TestClient,
} from '../../testing/oauth-flow.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'

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

async function code() {
  const verifier = newVerifier()
  const back = await consentTo({ browser, client, verifier })
  return {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    ...client,
  }
}
const redeem = (fields: Readonly<Record<string, string>>) => sendForm(app, '/token', fields)
const isIn = async (access: string | undefined) =>
  Array.isArray(await toolsBy(app, '/mcp', access ?? ''))
const reasons = () =>
  auditEntries(app.directory, org.id).flatMap(({ action, detail }) =>
    action === 'key.revoke' ? [(JSON.parse(detail) as { because: string }).because] : [],
  )

describe('a code', () => {
  it('becomes a pair of tokens, of which hashes alone are stored', async () => {
    const sent = await code()
    const { status, body, headers } = await redeem(sent)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ctba_\w{49}$/) as string,
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^ctbr_\w{49}$/) as string,
      scope: expect.stringContaining('analytics:read') as string,
    })
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(await isIn(body.access_token)).toBe(true)
    const stored = storedBytes(app.directory)
    for (const secret of [sent.code, body.access_token ?? '', body.refresh_token ?? '']) {
      expect(stored.includes(secret)).toBe(false)
      expect(app.logs.join('')).not.toContain(secret)
    }
  })

  it('works once of twenty at the same time, and what came twice ends the grant', async () => {
    const sent = await code()
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(sent)))
    const [won, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect(new Set(answers.map(({ body }) => body.error))).toEqual(
      new Set([undefined, 'invalid_grant']),
    )
    expect(await isIn(won?.body.access_token)).toBe(false)
    expect(reasons()).toEqual(['a code was redeemed twice'])
  })

  it.each([
    ['a wrong verifier', { code_verifier: newVerifier() }, 'invalid_grant'],
    ['a short verifier', { code_verifier: 'short' }, 'invalid_grant'],
    ['another redirect', { redirect_uri: `${REDIRECT}/` }, 'invalid_grant'],
    ['another address', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['another server of ours', { resource: '/mcp/data' }, 'invalid_target'],
    ['a key for a code', { code: 'key' }, 'invalid_grant'],
    ['another kind of grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['no kind of grant', { grant_type: '' }, 'unsupported_grant_type'],
  ])('is not redeemed with %s, and works on', async (_, wrong, error) => {
    const sent = await code()
    const fields = {
      ...sent,
      ...wrong,
      ...('resource' in wrong &&
        wrong.resource.startsWith('/') && { resource: app.url + wrong.resource }),
      ...('code' in wrong && { code: await app.key(org) }),
    }
    const refused = await redeem(fields)
    expect([refused.status, refused.body.error]).toEqual([400, error])
    expect((await redeem(sent)).status).toBe(200)
  })

  it('is not redeemed without its verifier, after a minute, or by another client', async () => {
    const { code_verifier: _, ...bare } = await code()
    expect((await redeem(bare)).body.error).toBe('invalid_grant')
    const late = await code()
    const other = await registerTestClient(app)
    expect((await redeem({ ...late, ...other })).body.error).toBe('invalid_grant')
    app.clock.advance({ seconds: 60 })
    expect((await redeem(late)).body.error).toBe('invalid_grant')
  })
})

describe('what is no form of a client', () => {
  const post = (body: string, headers: Record<string, string>) =>
    fetch(`${app.url}/token`, {
      method: 'POST',
      body,
      headers: { connection: 'close', ...headers },
    })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  it.each([
    ['JSON', '{"grant_type":"refresh_token"}', { 'content-type': 'application/json' }, 400],
    ['nothing', '', form, 401],
    ['a parameter twice', 'grant_type=refresh_token&grant_type=refresh_token', form, 400],
    ['17 kB', `grant_type=${'x'.repeat(17_000)}`, form, 413],
  ])('%s is refused as RFC 6749 says', async (_, body, headers, status) => {
    const answer = await post(body, headers)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const challenge = answer.headers.get('www-authenticate')
    expect(challenge).toBe(status === 401 ? 'Basic realm="citable"' : null)
    expect(await answer.json()).toEqual({
      error: expect.stringMatching(/^invalid_(request|client)$/) as string,
      error_description: expect.any(String) as string,
    })
  })
})

describe('a client ends', () => {
  const list = async () => {
    const { body } = await app.api('GET', '/keys', { token: session })
    return (body.data as unknown as { kind: string; status: string }[]).filter(
      ({ kind }) => kind === 'oauth',
    )
  }

  it('its grant by a refresh token, and one access token by itself', async () => {
    const { access, refresh } = await connect(app, { browser, client })
    const other = await registerTestClient(app)
    for (const [fields, left] of [
      [{ token: refresh, ...other }, true],
      [{ token: 'nothing', ...client }, true],
      [{ token: access, ...client }, false],
    ] as const) {
      const { status } = await sendForm(app, '/revoke', fields)
      expect([status, await isIn(access)]).toEqual([200, left])
    }
    const { body } = await refreshBy(app, client, refresh)
    expect(await isIn(body.access_token)).toBe(true)
    await sendForm(app, '/revoke', { token: body.refresh_token ?? '', ...client })
    expect(await isIn(body.access_token)).toBe(false)
    expect(await list()).toMatchObject([{ status: 'revoked' }])
    expect(reasons()).toEqual(['its client ended it'])
  })
})

it('an admin, and a smaller plan, end what an access token opens at the next call', async () => {
  const { access } = await connect(app, { browser, client })
  await app.changePlan(org, 'pro')
  expect(await toolsBy(app, '/mcp', access)).toBe(403)
  await app.changePlan(org, 'business')
  expect(await isIn(access)).toBe(true)
  const { body } = await app.api('GET', '/keys', { token: session })
  const [grant] = body.data as unknown as { id: string }[]
  await app.api('DELETE', `/keys/${grant?.id}`, { token: session })
  expect(await toolsBy(app, '/mcp', access)).toBe(401)
})

it('two addresses, one client and one person are two grants for two places', async () => {
  const forAddress = async (address: string) =>
    (await connect(app, { browser, client, with: { resource: app.url + address } })).access
  const [data, publisher] = [await forAddress('/mcp/data'), await forAddress('/mcp/publisher')]
  const opens = async (token: string) => {
    const addresses = ['/mcp/data', '/mcp/publisher', '/mcp', '/mcp/data/s/example.com']
    const answers = []
    for (const address of addresses) answers.push(Array.isArray(await toolsBy(app, address, token)))
    return answers
  }
  expect(await opens(data)).toEqual([true, false, false, true])
  expect(await opens(publisher)).toEqual([false, true, false, false])
  expect((await app.api('GET', '/sites', { token: data })).status).toBe(401)
})

it('who has a used code and no verifier ends nothing', async () => {
  const sent = await code()
  const { body } = await redeem(sent)
  const { code_verifier: _, ...seen } = sent
  expect((await redeem(seen)).body.error).toBe('invalid_grant')
  expect(await isIn(body.access_token)).toBe(true)
})
