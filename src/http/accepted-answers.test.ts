import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestApp, type TestOrg } from '../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let key: string
let siteId: string

beforeAll(async () => {
  app = await TestApp.start()
  org = await app.org('enterprise')
  key = await app.key(org)
  siteId = await app.site(key)
})

afterAll(() => app[Symbol.asyncDispose]())

const CSV = 'text/csv; charset=utf-8'
const NDJSON = 'application/x-ndjson; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const EVENTS = 'text/event-stream; charset=utf-8'
const MANIFEST = 'application/ask-ai+json'

const EXPORT = () => `/analytics/${siteId}/export?range=7d&dimensions=path&metrics=impressions`
const PROMPTS = () => `/prompts/${siteId}/export`
const FOLLOWED = () => '/webhook-events'
const PUBLISHED = () => `/sites/${siteId}/ask-ai.json`

/**
 * The cases: the route, its Accept header, and the type of the answer; 406 for a header that the route cannot serve.
 */
const CASES: readonly (readonly [() => string, string, string | 406])[] = [
  [EXPORT, 'text/csv;charset=utf-8', CSV],
  [EXPORT, 'text/csv; charset="UTF-8"; header=present', CSV],
  [EXPORT, 'TEXT/CSV ; Charset=UTF-8', CSV],
  [EXPORT, 'text/*', CSV],
  [EXPORT, '*/*', JSON_TYPE],
  [EXPORT, '', JSON_TYPE],
  [EXPORT, 'application/x-ndjson;charset=utf-8', NDJSON],
  [EXPORT, 'application/json;q=0.5, application/x-ndjson', NDJSON],
  [EXPORT, 'application/json;q=0.2,text/csv;charset=utf-8;q=0.9', CSV],
  [EXPORT, 'text/csv;q=0.000, */*;q=.1', JSON_TYPE],
  [EXPORT, 'application/json;q=0, */*', CSV],
  [EXPORT, 'application/json;odata=verbose', JSON_TYPE],
  [EXPORT, 'application/json;note="a, b;q=0"', JSON_TYPE],
  [EXPORT, 'text/html, image/gif, *; q=.2, */*; q=.2', JSON_TYPE],
  [EXPORT, 'csv, text/csv', CSV],
  [EXPORT, 'text/csv;q=much', CSV],
  [EXPORT, 'text/csv;charset=iso-8859-1, text/csv;q=0.1', CSV],
  [EXPORT, 'text/csv;charset=iso-8859-1', 406],
  [EXPORT, 'text/csv;header=absent', 406],
  [EXPORT, 'text/csv;charset=utf-8;q=0', 406],
  [EXPORT, 'text/csv/x', 406],
  [EXPORT, '*/csv', 406],
  [EXPORT, 'text/html;charset=utf-8', 406],
  [EXPORT, ';;;', 406],
  [PROMPTS, 'application/x-ndjson;charset=utf-8', NDJSON],
  // There is no CSV of prompts.
  [PROMPTS, 'text/csv', 406],
  [FOLLOWED, 'text/event-stream;charset=utf-8', EVENTS],
  [FOLLOWED, 'Text/Event-Stream', EVENTS],
  [FOLLOWED, 'text/*;q=0.5, application/json;q=0.1', EVENTS],
  [FOLLOWED, 'application/json, text/event-stream', JSON_TYPE],
  [FOLLOWED, '*/*', JSON_TYPE],
  [FOLLOWED, 'text/event-stream;q=0', 406],
  [PUBLISHED, 'application/ask-ai+json', MANIFEST],
  [PUBLISHED, 'application/json', MANIFEST],
  [PUBLISHED, 'application/xml', 406],
]

it('an answer has the type that Accept prefers, however it is written', async () => {
  const session = await app.session(org, 'admin')
  const got: unknown[] = []
  for (const [path, accept] of CASES) {
    const token = path === FOLLOWED ? session : key
    const stop = new AbortController()
    const { status, headers } = await fetch(
      `${app.url}${path === PUBLISHED ? '' : '/api/v1'}${path()}`,
      {
        headers: { accept, authorization: `Bearer ${token}` },
        signal: stop.signal,
      },
    )
    stop.abort()
    got.push([path(), accept, status === 200 ? headers.get('content-type') : status])
  }
  expect(got).toEqual(CASES.map(([path, ...rest]) => [path(), ...rest]))
})

it('CSV begins with a byte order mark where it is asked for, and nothing else has one', async () => {
  app.clock.advance({ minutes: 2 })
  const session = await app.session(org, 'admin')
  const bytesOf = async (path: string, headers: Record<string, string> = {}) => {
    const token = path.startsWith('/org') ? session : key
    const response = await fetch(`${app.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
    expect([path, response.status]).toEqual([path, 200])
    return Buffer.from(await response.arrayBuffer())
  }
  const exports = [
    EXPORT(),
    `/analytics/${siteId}/export?rows=events`,
    `/analytics/${siteId}/export?rows=questions&maxRows=1`,
    '/org/audit?',
    '/org/audit?limit=1',
    '/org/assistant-calls?',
  ]
  for (const path of exports) {
    const plain = await bytesOf(`${path}&format=csv&bom=0`)
    for (const asked of [`${path}&format=csv&bom=1`, `${path}&bom=true&format=csv`]) {
      expect(await bytesOf(asked)).toEqual(Buffer.concat([Buffer.from('efbbbf', 'hex'), plain]))
    }
    const byHeader = await bytesOf(`${path}&bom=1`, { accept: 'text/csv;charset=utf-8' })
    expect(byHeader.subarray(0, 3).toString('hex')).toBe('efbbbf')
    for (const refused of [`${path}&format=json&bom=1`, `${path}&format=ndjson&bom=1`]) {
      const token = path.startsWith('/org') ? session : key
      const { status, body } = await app.api('GET', refused, { token })
      expect([refused, status, body.error?.fields[0]]).toMatchObject([
        refused,
        422,
        { path: 'bom', location: 'query', code: 'only_csv' },
      ])
    }
  }
})
