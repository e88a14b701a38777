import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '../testing/start-test-app.ts'

const ORIGIN = 'https://pages.example'
const APP = 'vscode-webview://desk'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOWED_ORIGINS: `${ORIGIN}, ${APP}` } })
  key = await app.key(await app.org())
})

afterAll(() => app[Symbol.asyncDispose]())

/** Calls as a browser does for a page: the preflight, then the request, each judged by its headers. */
async function asPage(origin: string) {
  const names = ['authorization', 'content-type', 'mcp-protocol-version']
  const preflight = await fetch(`${app.url}/mcp/data`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': names.join(','),
    },
  })
  const answer = await fetch(`${app.url}/mcp/data`, {
    method: 'POST',
    headers: {
      origin,
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  return { preflight, answer, names }
}

describe('a page of an allowed origin', () => {
  it('may call, and read the answer', async () => {
    const { preflight, answer, names } = await asPage(ORIGIN)
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST')
    expect(preflight.headers.get('access-control-allow-headers')?.split(',')).toEqual(names)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
    expect(answer.headers.get('vary')).toBe('Origin, Accept-Encoding')
  })

  it('an origin of another scheme than http is known by its text', async () => {
    const { preflight, answer } = await asPage(APP)
    expect([preflight.status, answer.status]).toEqual([204, 200])
  })

  it('may read why it was refused', async () => {
    const answer = await fetch(`${app.url}/mcp/data`, {
      method: 'POST',
      headers: { origin: ORIGIN },
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
  })

  it.each([
    'https://evil.example',
    'http://pages.example',
    'https://pages.example:8443',
    'https://pages.example.evil.example',
    'null',
  ])('%s is no allowed origin', async (origin) => {
    const { preflight, answer } = await asPage(origin)
    for (const { status, headers } of [preflight, answer]) {
      expect(status).toBe(403)
      expect(headers.get('access-control-allow-origin')).toBe(null)
    }
  })
})
