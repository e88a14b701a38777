import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawRequest } from '../testing/raw-request.ts'
import { BROWSER_USER_AGENT, TestApp } from '../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

interface Sent {
  path: string
  type: string
  body: string | Buffer
}

/** Sends a body with a key that may do everything; returns the status, and the code of a refusal. */
async function post({ path, type, body }: Sent): Promise<string> {
  const authorization = `Bearer ${await app.key(await app.org('enterprise'))}`
  const headers = { authorization, 'content-type': type, 'user-agent': BROWSER_USER_AGENT }
  const answer = await rawRequest(app.url, { method: 'POST', path, headers, body })
  const { error } = answer.body as { error: { code: string } | null }
  return error === null ? String(answer.status) : `${answer.status} ${error.code}`
}

const SITE = { path: '/api/v1/sites', body: '{"domain": "tides.example", "scan": false}' }

it.each(['utf-16', '"utf-16le"', 'latin1', 'UTF-7', ''])(
  'a body is refused as %s',
  async (charset) => {
    const types = [
      `application/json; charset=${charset}`,
      `application/json;x=1;CHARSET = ${charset}`,
    ]
    for (const type of types)
      expect(await post({ ...SITE, type })).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    const type = `text/plain; charset=${charset}`
    expect(await post({ path: '/api/v1/collect', type, body: '{}' })).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    )
  },
)

it.each(['utf-8', '"UTF-8"', 'utf8', 'us-ascii'])('a body is read as %s', async (charset) => {
  expect(await post({ ...SITE, type: `application/json; charset=${charset}` })).toBe('201')
})

it('bytes that are not UTF-8 are refused, and not replaced', async () => {
  const body = Buffer.from(
    '{"domain": "tides.example", "name": "Caf\u00e9", "scan": false}',
    'latin1',
  )
  const type = 'application/json'
  expect(await post({ path: '/api/v1/sites', type, body })).toBe('400 MALFORMED_JSON')
  expect(await post({ path: '/api/v1/collect', type, body })).toBe('400 MALFORMED_JSON')
})

it('a file of lines that is not UTF-8 is refused', async () => {
  const org = await app.org('enterprise')
  const site = await app.site(await app.key(org))
  const headers = {
    authorization: `Bearer ${await app.key(org)}`,
    'content-type': 'application/x-ndjson',
  }
  const body = Buffer.from('{"path": "/caf\u00e9", "templates": []}\n', 'latin1')
  const path = `/api/v1/prompts/${site}/import`
  const answer = await rawRequest(app.url, { method: 'POST', path, headers, body })
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'MALFORMED_JSON' } } })
})
