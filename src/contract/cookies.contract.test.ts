import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { staticPaths } from '../http/static-metadata.ts'
import { requestBodyOf } from '../kernel/door/http-binding.ts'
import { protectedAddresses } from '../kernel/assistants/server-definition.ts'
import { addPerson, PERSON_PASSWORD } from '../testing/add-person.ts'
import { hasBody, pathOf, ROUTES } from '../testing/routes.ts'
import { TestApp } from '../testing/start-test-app.ts'

// A session travels in a cookie for our own pages alone: where the browser says that the very origin sent the request.

let app: TestApp
let token: string
let cookie: string

beforeAll(async () => {
  app = await TestApp.start()
  token = await app.session(await app.org())
  cookie = `other=1; citable=${token}`
})

// Callers without a credential share the bucket of one address; each test has the minute to itself.
beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

interface Sent {
  body?: string
  site?: string | undefined
  cookies?: string
  headers?: Record<string, string>
}

/** Sends a request as a browser does; by default as a page of the service. */
async function send(method: string, path: string, options: Sent = {}) {
  const { body, cookies = cookie, headers } = options
  const site = 'site' in options ? options.site : 'same-origin'
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      cookie: cookies,
      ...(site !== undefined && { 'sec-fetch-site': site }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    set: response.headers.get('set-cookie'),
    headers: response.headers,
  }
}

const codeOf = ({ text }: { text: string }): unknown =>
  (JSON.parse(text) as { error: { code: string } | null }).error?.code

const guarded = ROUTES.filter(
  ({ access, http }) =>
    access.by !== 'public' && access.by !== 'link' && requestBodyOf(http) !== 'beacon',
)

describe('a session in a cookie', () => {
  it.each(guarded.map((route) => [`${route.http.method} ${route.http.path}`, route] as const))(
    'cookie: %s takes it from a page of its own origin alone',
    async (_, route) => {
      const method = route.http.method.toUpperCase()
      const path = pathOf(route, 'nothing')
      const body = hasBody(route) ? { body: '{"__unknown": 1}' } : {}
      for (const site of [
        undefined,
        '',
        'none',
        'cross-site',
        'same-site',
        'Same-Origin',
        'same-origin, same-origin',
      ]) {
        const refused = await send(method, path, { site, ...body })
        expect([site, refused.status, codeOf(refused)]).toEqual([site, 401, 'UNAUTHENTICATED'])
        expect(refused.set).toBeNull()
      }
      if (route.name === 'auth.signOut') return
      const taken = await send(method, path, body)
      expect([taken.status === 401, codeOf(taken)]).not.toEqual([true, 'UNAUTHENTICATED'])
    },
  )

  it.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'cookie: the method %s makes no difference',
    async (method) => {
      const path = '/api/v1/auth/session'
      const body = ['POST', 'PUT'].includes(method) ? { body: '{}' } : {}
      const own = app.session(await app.org())
      const cookies = `citable=${await own}`
      for (const site of ['none', 'cross-site', 'same-site']) {
        const { status } = await send(method, path, { site, cookies, ...body })
        expect(status).toBe(method === 'POST' ? 405 : 401)
      }
      const { status } = await send(method, path, { cookies, ...body })
      expect(status).toBe({ GET: 200, POST: 405, PUT: 422, DELETE: 200 }[method])
    },
  )

  it.each(MCP_SERVERS.flatMap(protectedAddresses))(
    'cookie: opens nothing at %s',
    async ({ address }) => {
      const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const { status, set } = await send('POST', address, { body: list })
      expect([status, set]).toEqual([401, null])
    },
  )

  it.each(staticPaths(MCP_SERVERS.flatMap(protectedAddresses)))(
    'cookie: none is set at %s',
    async (path) => {
      expect(await send('GET', path)).toMatchObject({ status: 200, set: null })
    },
  )

  it('cookie: the header Authorization comes first', async () => {
    const other = await app.org()
    const authorization = `Bearer ${await app.session(other)}`
    const { text } = await send('GET', '/api/v1/org', { headers: { authorization } })
    expect(JSON.parse(text)).toMatchObject({ data: { id: other.id } })
    const wrong = await send('GET', '/api/v1/org', { headers: { authorization: 'Bearer x' } })
    expect(codeOf(wrong)).toBe('INVALID_CREDENTIAL')
  })

  it('cookie: it holds a session and no other credential, under one name', async () => {
    const key = await app.key(await app.org())
    for (const cookies of [
      `citable=${key}`,
      `__Host-citable=${token}`,
      `session=${token}`,
      `xcitable=${token}`,
      `citable="${token}"`,
      `citable=`,
    ]) {
      const refused = await send('GET', '/api/v1/keys', { cookies })
      expect([cookies, codeOf(refused)]).toEqual([cookies, 'UNAUTHENTICATED'])
    }
  })

  it('cookie: it draws from the bucket of its session', async () => {
    const own = await app.session(await app.org())
    const left = async (by: Sent) =>
      Number((await send('GET', '/api/v1/org', by)).headers.get('x-ratelimit-remaining'))
    const first = await left({ cookies: `citable=${own}` })
    expect(await left({ cookies: '', headers: { authorization: `Bearer ${own}` } })).toBe(first - 1)
  })

  it('token in URL: no address carries a credential', async () => {
    for (const name of ['access_token', 'token', 'key', 'citable']) {
      const answer = await send('GET', `/api/v1/keys?${name}=${token}`, { cookies: '' })
      expect([answer.status, codeOf(answer)]).toEqual([401, 'UNAUTHENTICATED'])
    }
  })
})

describe('signing in by cookie', () => {
  const SIGN_IN = '/api/v1/auth/sign-in'
  const credentials = async (fields: Record<string, unknown> = {}) => {
    const { email } = await addPerson(app)
    return JSON.stringify({ email, password: PERSON_PASSWORD, ...fields })
  }

  it('cookie: a page of the server gets one, and no token', async () => {
    const answer = await send('POST', SIGN_IN, {
      cookies: '',
      body: await credentials({ cookie: true }),
    })
    expect(answer.status).toBe(200)
    expect(answer.set).toMatch(
      /^citable=ctbs_\w{49}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    expect(JSON.parse(answer.text)).toMatchObject({ data: { token: null } })
    const cookies = answer.set?.split(';')[0] ?? ''
    expect((await send('GET', '/api/v1/auth/session', { cookies })).status).toBe(200)
    const out = await send('DELETE', '/api/v1/auth/session', { cookies })
    expect(out.set).toBe('citable=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
    expect((await send('GET', '/api/v1/auth/session', { cookies })).status).toBe(401)
  })

  it('cookie: no other site makes a browser sign in', async () => {
    const body = await credentials({ cookie: true })
    for (const site of [undefined, 'none', 'cross-site', 'same-site']) {
      const answer = await send('POST', SIGN_IN, { site, body })
      expect([answer.status, codeOf(answer), answer.set]).toEqual([422, 'VALIDATION_FAILED', null])
      expect(answer.text).toContain('"path":"cookie"')
    }
  })

  it('cookie: none is set where none is asked for, whatever cookie came along', async () => {
    const answer = await send('POST', SIGN_IN, { body: await credentials() })
    expect([answer.status, answer.set]).toEqual([200, null])
    expect(JSON.parse(answer.text)).toMatchObject({
      data: { token: expect.stringMatching(/^ctbs_/) },
    })
  })

  it('session fixation: a cookie that was there before is neither adopted nor in the way', async () => {
    const ended = await app.session(await app.org())
    await app.api('DELETE', '/auth/session', { token: ended })
    for (const before of [token, ended, 'ctbs_planted']) {
      const answer = await send('POST', SIGN_IN, {
        cookies: `citable=${before}`,
        body: await credentials({ cookie: true }),
      })
      expect(answer.status).toBe(200)
      expect(answer.set).toMatch(/^citable=ctbs_/)
      expect(answer.set).not.toContain(before)
    }
  })

  it('session fixation: another password means another token, in the cookie it came by', async () => {
    const { email } = await addPerson(app)
    const body = JSON.stringify({ email, password: PERSON_PASSWORD, cookie: true })
    const signedIn = await send('POST', SIGN_IN, { cookies: '', body })
    const before = signedIn.set?.split(';')[0] ?? ''
    const change = { currentPassword: PERSON_PASSWORD, password: 'quite another passphrase' }
    const changed = await send('PUT', '/api/v1/auth/password', {
      cookies: before,
      body: JSON.stringify(change),
    })
    expect(JSON.parse(changed.text)).toMatchObject({ data: { token: null } })
    const after = changed.set?.split(';')[0] ?? ''
    expect(after).toMatch(/^citable=ctbs_/)
    expect((await send('GET', '/api/v1/auth/session', { cookies: before })).status).toBe(401)
    expect((await send('GET', '/api/v1/auth/session', { cookies: after })).status).toBe(200)
  })
})

it('collecting sets no cookie', async () => {
  const site = await app.site(token)
  const collected = await app.collect(site, [{ kind: 'impression', url: 'https://example.com/' }])
  expect([collected.status, collected.headers.get('set-cookie')]).toEqual([202, null])
})
