import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, PERSON_PASSWORD } from '../testing/add-person.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp

// People reach this server by https, through a proxy.
beforeAll(async () => {
  app = await TestApp.start({ environment: { PUBLIC_URL: 'https://citable.example' } })
})

afterAll(() => app[Symbol.asyncDispose]())

const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

/** Sends a request as the proxy does, which passes the host on or puts its own in its place. */
const send = (path: string, headers: Record<string, string>, body?: string) =>
  rawRequest(app.url, {
    method: body === undefined ? 'GET' : 'POST',
    path: `/api/v1${path}`,
    headers: { ...OWN_PAGE, ...headers },
    ...(body !== undefined && { body }),
  })

it.each(['citable.example', '127.0.0.1:8700'])(
  'cookie: over https it is Secure and of this host alone, also where the host is %s',
  async (host) => {
    const { email } = await addPerson(app)
    const body = JSON.stringify({ email, password: PERSON_PASSWORD, cookie: true })
    const { status, headers } = await send('/auth/sign-in', { host }, body)
    expect(status).toBe(200)
    const [set = ''] = [headers['set-cookie'] ?? []].flat()
    expect(set).toMatch(
      /^__Host-citable=ctbs_\w{49}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    )
    const cookie = set.split(';')[0] ?? ''
    expect((await send('/auth/session', { host, cookie })).status).toBe(200)
    const unmarked = cookie.replace('__Host-', '')
    expect((await send('/auth/session', { host, cookie: unmarked })).status).toBe(401)
  },
)
