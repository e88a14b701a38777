import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isCollect, NAMED_ROUTES, OwnerRequests } from '../testing/owner-requests.ts'
import { expectRefusal, rawRequest } from '../testing/raw-request.ts'
import { fieldsOf, parametersOf, pathOf, ROUTES } from '../testing/routes.ts'

let owner: OwnerRequests

beforeAll(async () => {
  owner = await OwnerRequests.start()
})

afterAll(() => owner[Symbol.asyncDispose]())

const overExpress = NAMED_ROUTES.filter(([, route]) => !isCollect(route))

describe.each(overExpress)('%s', (_, route) => {
  it('refuses unknown query parameters, and says that they were in the query', async () => {
    const answer = await owner.send(route, { query: '?zz=1&__proto__=2&constructor=3', body: '{}' })
    expect(answer.status).toBe(422)
    const unknown = expectRefusal(answer).fields.filter(({ code }) => code === 'unknown_field')
    const fields = unknown.filter(({ location }) => location === 'query')
    expect(fields.map(({ path }) => path).toSorted()).toEqual(['__proto__', 'constructor', 'zz'])
  })

  it('refuses an Accept that leaves out JSON', async () => {
    const answer = await owner.send(route, { headers: { accept: 'text/html' }, body: '{}' })
    expect(answer.status).toBe(406)
    expect(expectRefusal(answer).code).toBe('NOT_ACCEPTABLE')
  })

  it('refuses anything that a generator makes up for a query', async () => {
    const names = fieldsOf(route).map(({ name }) => name)
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '%',
        '%E0%A4%A',
        '%00',
        '+',
        '[[[',
        '{}',
        '1e999',
        'NaN',
        ',',
        '9'.repeat(400),
      ),
    )
    const name = fc.oneof(fc.constantFrom('zz', ...names), fc.string({ maxLength: 8 }))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 8 }), async (pairs) => {
        const query = pairs.map(([n, v]) => `${encodeURIComponent(n)}=${escape(v)}`).join('&')
        const answer = await owner.send(route, { query: `?zz=&${query}`, body: '{}' })
        expect(answer.status).toBe(422)
        expectRefusal(answer)
      }),
      { numRuns: 30 },
    )
  })
})

/** Leaves broken escapes broken, and makes everything else fit for a request line. */
const escape = (value: string): string =>
  value.replaceAll(/[^!$%'()*,./:;=?@A-Z_a-z~{}[\]0-9-]/g, (char) => {
    const code = char.codePointAt(0) ?? 0
    return code >= 0xd800 && code < 0xe000 ? '%ED' : encodeURIComponent(char)
  })

/** Valid bodies for the routes that need one, so that only the id is wrong. */
const GOOD_BODIES: Readonly<Record<string, unknown>> = {
  'keys.update': { name: 'Tides' },
  'sites.updatePolicy': { policy: null },
  'members.update': { role: 'viewer' },
  'domains.add': { host: 'shop.example.org' },
  'webhooks.recover': { since: '2026-11-01T00:00:00.000Z' },
  'topics.update': { label: 'Tides' },
  'topics.merge': { into: 'top_1', from: ['top_2'] },
  'topics.split': { label: 'Tides', questions: ['qst_1'] },
  'prompts.check': { pageId: 'pg_1' },
  'prompts.decideReaderQuestion': { pageId: 'pg_1', text: 'Why?', state: 'let' },
  'prompts.import': { records: [{ path: '/', templates: [] }] },
  'citations.createQuery': { text: 'How high is the tide?' },
  'citations.acceptSuggestions': { texts: ['How high is the tide?'] },
  'citations.importQueries': { records: [{ text: 'How high is the tide?' }] },
  'rules.create': { name: 'Tides', stop: true },
  'rules.reorder': { ruleIds: [] },
  'rules.test': { path: '/' },
  'engines.setKey': { key: 'a-key-of-mistral' },
}

/** Valid queries for the routes that need one. */
const GOOD_QUERIES: Readonly<Record<string, string>> = {
  'analytics.readBreakdown': '?dimensions=path',
  'analytics.readDrivers': '?metrics=impressions',
}

describe.each(NAMED_ROUTES.filter(([, route]) => parametersOf(route).length > 0))(
  '%s',
  (_, route) => {
    it.each([
      ['%E0%A4%A', 400],
      ['%', 400],
      ['%zz', 400],
      ['%00', 404],
      ['x'.repeat(65), 404],
      ['x'.repeat(12_000), 404],
      ['..%2f..', 404],
      ['site_%F0%9F%8C%8A', 404],
      ['__proto__', 404],
      ["'%20OR%201=1--", 404],
    ])('refuses the id %s', async (id, status) => {
      const body = JSON.stringify(GOOD_BODIES[route.name] ?? {})
      const query = GOOD_QUERIES[route.name] ?? ''
      const answer = await owner.send(route, { path: pathOf(route, id), query, body })
      expect(answer.status).toBe(status)
      expect(expectRefusal(answer).fields).toEqual([])
    })
  },
)

describe('the methods of a path', () => {
  const paths = [...new Set(ROUTES.map(({ http }) => http.path))]
  it.each(paths)(
    '%s answers 405 to a method that it does not have, and names those that it has',
    async (path) => {
      const routes = ROUTES.filter(({ http }) => http.path === path)
      const [route] = routes
      const own = routes.map(({ http }) => http.method.toUpperCase())
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
        if (own.includes(method)) continue
        const answer = await owner.send(route!, { method })
        expect(answer.status).toBe(405)
        expect(expectRefusal(answer).code).toBe('METHOD_NOT_ALLOWED')
        for (const name of own) expect(answer.headers.allow).toContain(name)
      }
    },
  )
})

describe('an address that is nowhere', () => {
  it.each(['/api', '/api/v1', '/api/v1/', '/api/v2/sites', '/api/v1/%', '//', '/mcp/x', '/%00'])(
    '%s is refused',
    async (path) => {
      const answer = await rawRequest(owner.app.url, { method: 'GET', path })
      expect([400, 404]).toContain(answer.status)
      expectRefusal(answer)
    },
  )
})
