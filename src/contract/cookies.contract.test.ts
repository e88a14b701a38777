import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { newId } from '../domain/ids.ts'
import { staticPaths } from '../http/static-metadata.ts'
import { protectedAddresses } from '../kernel/server-definition.ts'
import { hasBody, pathOf, ROUTES } from '../testing/routes.ts'
import { TestApp } from '../testing/start-test-app.ts'

// Credentials are bearer tokens (contract 5.1). A cookie is for a page of the service, and there is none yet.

let app: TestApp
let token: string
let cookie: string

beforeAll(async () => {
  app = await TestApp.start()
  token = await app.session(await app.org())
  const names = ['__Host-citable', 'citable', '__Host-session', 'session', 'token', 'authorization']
  cookie = names.map((name) => `${name}=${token}`).join('; ')
})

// Callers without a credential share the bucket of one address; each test has the minute to itself.
beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

/** As a page of the service itself would send it, where there were one. */
async function send(method: string, path: string, body?: string) {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return { status: response.status, text, set: response.headers.get('set-cookie') }
}

it('the session that is sent in cookies is one that works as a bearer token', async () => {
  expect((await app.api('GET', '/keys', { token })).status).toBe(200)
})

describe('a session in a cookie', () => {
  it.each(ROUTES.map((route) => [route.name, route] as const))(
    'opens nothing at %s, and none is set there',
    async (_, route) => {
      const { method } = route.http
      const path = pathOf(route, 'nothing')
      const { status, text, set } = await send(
        method.toUpperCase(),
        path,
        hasBody(route) ? '{}' : undefined,
      )
      expect(set).toBeNull()
      if (route.access.by === 'public') return
      expect(status).toBe(401)
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
    },
  )

  it.each(MCP_SERVERS.flatMap(protectedAddresses))('opens nothing at %s', async (address) => {
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const { status, set } = await send('POST', address, list)
    expect([status, set]).toEqual([401, null])
  })

  it.each(staticPaths(MCP_SERVERS.flatMap(protectedAddresses)))(
    'is not set at %s',
    async (path) => {
      expect(await send('GET', path)).toMatchObject({ status: 200, set: null })
    },
  )
})

it('signing in and collecting set no cookie', async () => {
  const { context, database } = app.app.services
  const now = app.clock.now()
  const [email, password] = ['anna@example.com', 'a long enough passphrase']
  const password_hash = await context.passwords.hash(password)
  await database.accounts.createOwner({
    organization: { id: newId('org', now), name: 'Anna’s', plan: 'pro', created_at: now },
    user: { id: newId('usr', now), email, password_hash, created_at: now },
  })
  const signedIn = await app.api('POST', '/auth/sign-in', { body: { email, password } })
  expect(signedIn.status).toBe(200)
  expect(signedIn.headers.get('set-cookie')).toBeNull()
  const site = await app.site(String(signedIn.body.data['token']))
  const collected = await app.collect(site, [{ kind: 'impression', url: 'https://example.com/' }])
  expect([collected.status, collected.headers.get('set-cookie')]).toEqual([202, null])
})
