import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, rawRequest, type RawAnswer } from './testing/raw-request.ts'
import {
  fieldsOf,
  hasBody,
  parametersOf,
  pathOf,
  ROUTES,
  wrongFor,
  type Route,
} from './testing/routes.ts'
import { BROWSER, TestApp } from './testing/start-test-app.ts'

const SEED = 20_261_120
const NESTED = `${'['.repeat(10_000)}${']'.repeat(10_000)}`

let app: TestApp
let session: string
let siteId: string
let sent = 0

beforeAll(async () => {
  app = await TestApp.start({ environment: { TRUST_PROXY: '1' } })
  const org = await app.org('enterprise')
  session = await app.session(org)
  siteId = await app.site(await app.key(org))
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

interface Parts {
  method?: string
  path?: string
  query?: string
  headers?: Record<string, string>
  body?: string | Buffer
  chunked?: boolean
}

/** Sends to a route as its owner, who may do everything; `parts` say what is wrong with it. */
function send(route: Route, { headers, query = '', path, ...parts }: Parts): Promise<RawAnswer> {
  sent += 1
  if (sent % 300 === 0) app.clock.advance({ minutes: 2 }) // the request limit is not what is tried here
  return rawRequest(app.url, {
    method: route.http.method.toUpperCase(),
    ...parts,
    path: `${path ?? pathOf(route, siteId)}${query}`,
    headers: {
      'user-agent': BROWSER,
      'x-forwarded-for': `10.7.${(sent >> 8) & 255}.${sent & 255}`,
      ...(route.access.by !== 'public' && { authorization: `Bearer ${session}` }),
      ...(hasBody(route) && { 'content-type': 'application/json' }),
      ...headers,
    },
  })
}

const sendJson = (route: Route, value: unknown, headers?: Record<string, string>) =>
  send(route, { body: JSON.stringify(value), ...(headers && { headers }) })

const isCollect = (route: Route): boolean => route.http.path === '/collect'
const named = ROUTES.map((route) => [`${route.http.method} ${route.http.path}`, route] as const)
const withBody = named.filter(([, route]) => hasBody(route))

describe.each(withBody)('%s refuses', (_, route) => {
  /** Puts a body's fields where the route looks for them. */
  const inside = (fields: object): object =>
    isCollect(route) ? { siteId, events: [fields] } : fields
  const at = (path: string): string => (isCollect(route) ? `events[0].${path}` : path)

  it.each(['{', '{"a":}', 'null,', '\uFEFF{}', '{"a":"\n"}', 'NaN', "{'a':1}"])(
    'what is no JSON: %j',
    async (body) => {
      const answer = await send(route, { body })
      expect(answer.status).toBe(400)
      expect(expectRefusal(answer).code).toBe('MALFORMED_JSON')
    },
  )

  it.each(['[]', 'null', '"text"', '1e999', 'true', '[{}]'])(
    '%s in place of an object',
    async (body) => {
      const answer = await send(route, { body })
      expect(answer.status).toBe(422)
      expect(expectRefusal(answer).fields).toMatchObject([{ path: '', location: 'body' }])
    },
  )

  it('a body of one megabyte, announced or not', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(1_048_576) })
    for (const chunked of [false, true]) {
      const answer = await send(route, { body, chunked })
      expect(answer.status).toBe(413)
      expect(expectRefusal(answer).code).toBe('BODY_TOO_LARGE')
    }
  })

  it('every field of a wrong type and every unknown one, all at once', async () => {
    const wrong = Object.fromEntries(
      fieldsOf(route)
        .filter(({ name }) => !parametersOf(route).includes(name) && name !== 'ifMatch')
        .map((field) => [field.name, wrongFor(field)]),
    )
    const unknown = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": 1, "zz": null}',
    ) as object
    const body = JSON.stringify(inside({ ...wrong, ...unknown }))
    const answer = await send(route, { body })
    expect(answer.status).toBe(422)
    const { code, fields } = expectRefusal(answer)
    expect(code).toBe('VALIDATION_FAILED')
    const paths = [...Object.keys(wrong), '__proto__', 'constructor', 'zz'].map(at)
    expect(fields.map(({ path }) => path).toSorted()).toEqual(paths.toSorted())
    expect(new Set(fields.map(({ location }) => location))).toEqual(new Set(['body']))
    expect(fields.find(({ path }) => path === at('zz'))?.code).toBe('unknown_field')
    expect({}).not.toHaveProperty('polluted')
  })

  it('NUL and lone surrogates, in values and names, each with its place', async () => {
    const fields = { a: 'x\0', b: ['\uD800', { c: '\uDC00x' }], ['d\0']: 1, ['\uD83D']: 1 }
    const { fields: refused } = expectRefusal(await sendJson(route, inside(fields)))
    expect(refused.map(({ path, code }) => [path, code])).toEqual(
      expect.arrayContaining([
        [at('a'), 'nul_character'],
        [at('b[0]'), 'lone_surrogate'],
        [at('b[1].c'), 'lone_surrogate'],
      ]),
    )
    expect(refused).toHaveLength(5)
  })

  it('nesting ten thousand deep, also with an Idempotency-Key', async () => {
    for (const headers of [{}, { 'idempotency-key': 'deep' }]) {
      const answer = await send(route, { body: `{"a":${NESTED}}`, headers })
      expect(answer.status).toBe(422)
      expect(expectRefusal(answer).fields.map(({ code }) => code)).toEqual(['too_deep'])
    }
  })

  it('numbers that are none to it', async () => {
    for (const number of ['1e999', '-1e999', '1e308', '-0.5', '9007199254740993']) {
      const names = fieldsOf(route).map(({ name }) => JSON.stringify(name))
      const fields = `{${names.map((name) => `${name}:${number}`).join(',')}}`
      const body = isCollect(route) ? `{"siteId":"${siteId}","events":[${fields}]}` : fields
      expect((await send(route, { body })).status).toBe(422)
    }
  })

  it.each([
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
  ])('the content type %s', async (type) => {
    const answer = await send(route, { body: '{}', headers: { 'content-type': type } })
    expect(answer.status).toBe(415)
    expect(expectRefusal(answer).code).toBe('UNSUPPORTED_MEDIA_TYPE')
  })

  it('a compressed body', async () => {
    const headers = { 'content-encoding': 'gzip' }
    const answer = await send(route, { body: gzipSync('{"zz":1}'), headers })
    expect(expectRefusal(answer).code).toMatch(/^(MALFORMED_JSON|UNSUPPORTED_MEDIA_TYPE)$/)
  })

  it('a body that breaks off', async () => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.end(
      `${route.http.method.toUpperCase()} ${pathOf(route, siteId)} HTTP/1.1\r\nHost: ${hostname}\r\n` +
        `Authorization: Bearer ${session}\r\nContent-Type: application/json\r\n` +
        'Transfer-Encoding: chunked\r\n\r\nff\r\n{"a":',
    )
    expect(await text(socket)).toMatch(/^HTTP\/1.1 4\d\d [^]*"code":"BAD_REQUEST"/)
  })

  it('anything that a generator makes up, by name', async () => {
    const names = fieldsOf(route).map(({ name }) => name)
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('', '\0', '\uD800', 'x'.repeat(5_000), -1, 1e308, 2 ** 53, siteId, '\u202E'),
    )
    const name = fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 12 }))
    const bodies = fc.dictionary(name, value, { maxKeys: 12 })
    await fc.assert(
      fc.asyncProperty(bodies, value, async (fields, extra) => {
        const answer = await sendJson(route, inside({ ...fields, zz: extra }))
        expect(answer.status).toBe(422)
        expect(expectRefusal(answer).fields.length).toBeGreaterThan(0)
      }),
      { seed: SEED, numRuns: 50 },
    )
  })
})

/** Routes that more than their address must be sent to. */
const needy = withBody.filter(([, route]) => {
  const address = Object.fromEntries(parametersOf(route).map((name) => [name, 'x']))
  return !route.input.safeParse(address).success
})

it.each(needy)('%s refuses an empty body', async (_, route) => {
  expect((await send(route, { body: '{}' })).status).toBe(422)
  const nothing = await send(route, { body: '' })
  expect(expectRefusal(nothing).code).toMatch(/^(VALIDATION_FAILED|MALFORMED_JSON)$/)
})

const overExpress = named.filter(([, route]) => !isCollect(route))

describe.each(overExpress)('%s refuses', (_, route) => {
  it('unknown query parameters, and says that they were in the query', async () => {
    const answer = await send(route, { query: '?zz=1&__proto__=2&constructor=3', body: '{}' })
    expect(answer.status).toBe(422)
    const fields = expectRefusal(answer).fields.filter(({ location }) => location === 'query')
    expect(fields.map(({ path }) => path).toSorted()).toEqual(['__proto__', 'constructor', 'zz'])
  })

  it('an Accept that leaves out JSON', async () => {
    const answer = await send(route, { headers: { accept: 'text/html' }, body: '{}' })
    expect(answer.status).toBe(406)
    expect(expectRefusal(answer).code).toBe('NOT_ACCEPTABLE')
  })

  it('anything that a generator makes up for a query', async () => {
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
        const answer = await send(route, { query: `?zz=&${query}`, body: '{}' })
        expect(answer.status).toBe(422)
        expectRefusal(answer)
      }),
      { seed: SEED, numRuns: 30 },
    )
  })
})

/** Leaves broken escapes broken, and makes everything else fit for a request line. */
const escape = (value: string): string =>
  value.replaceAll(/[^!$%'()*,./:;=?@A-Z_a-z~{}[\]0-9-]/g, (char) => {
    const code = char.codePointAt(0) ?? 0
    return code >= 0xd800 && code < 0xe000 ? '%ED' : encodeURIComponent(char)
  })

/** Of routes that need a body, so that only the id is wrong. */
const GOOD_BODIES: Readonly<Record<string, unknown>> = {
  'topics.update': { label: 'Tides' },
  'topics.merge': { into: 'top_1', from: ['top_2'] },
  'prompts.import': { records: [{ path: '/', templates: [] }] },
  'rules.create': { name: 'Tides', stop: true },
  'rules.reorder': { ruleIds: [] },
  'rules.test': { path: '/' },
}

describe.each(named.filter(([, route]) => parametersOf(route).length > 0))(
  '%s refuses',
  (_, route) => {
    it.each([
      ['%E0%A4%A', 400],
      ['%', 400],
      ['%zz', 400],
      ['%00', 422],
      ['x'.repeat(65), 422],
      ['x'.repeat(12_000), 422],
      ['..%2f..', 404],
      ['site_%F0%9F%8C%8A', 404],
      ['__proto__', 404],
      ["'%20OR%201=1--", 404],
    ])('the id %s', async (id, status) => {
      const body = JSON.stringify(GOOD_BODIES[route.name] ?? {})
      const answer = await send(route, { path: pathOf(route, id), body })
      expect(answer.status).toBe(status)
      const locations = expectRefusal(answer).fields.map(({ location }) => location)
      expect([...new Set(locations)]).toEqual(status === 422 ? ['path'] : [])
    })
  },
)

describe('methods', () => {
  const paths = [...new Set(ROUTES.map(({ http }) => http.path))]
  it.each(paths)('that %s does not have are 405, with those that it has', async (path) => {
    const routes = ROUTES.filter(({ http }) => http.path === path)
    const [route] = routes
    const own = routes.map(({ http }) => http.method.toUpperCase())
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      if (own.includes(method)) continue
      const answer = await send(route!, { method })
      expect(answer.status).toBe(405)
      expect(expectRefusal(answer).code).toBe('METHOD_NOT_ALLOWED')
      for (const name of own) expect(answer.headers.allow).toContain(name)
    }
  })
})

describe('an address that is nowhere', () => {
  it.each(['/', '/api', '/api/v1', '/api/v1/', '/api/v2/sites', '/api/v1/%', '//', '/mcp', '/%00'])(
    '%s is refused',
    async (path) => {
      const answer = await rawRequest(app.url, { method: 'GET', path })
      expect([400, 404]).toContain(answer.status)
      expectRefusal(answer)
    },
  )
})
