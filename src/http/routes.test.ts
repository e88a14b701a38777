import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf } from '../kernel/door/surface.ts'
import { OPERATIONS } from '../server/operations.ts'
import { SAMPLE_CALLS } from '../testing/sample-calls.ts'
import { SampleOrganization } from '../testing/sample-organization.ts'
import { TestApp, type TestOrg } from '../testing/start-test-app.ts'
import { page, WebSite } from '../testing/web-site.ts'
import { AddressTree } from './address-tree.ts'
import type { Bound } from './serve.ts'

/** A valid query, a refused one, and two that are malformed. */
const QUERIES = ['limit=1', 'zz=1', '%00', 'limit=%FF']

let app: TestApp
let web: WebSite
let home: SampleOrganization
let org: TestOrg
let stranger: TestOrg
let key: string

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '1' } })
  web = await WebSite.start({ '/': page('Home') })
  org = await app.org('enterprise')
  home = await SampleOrganization.of(app, org, web)
  key = await app.key(org, ['credits:read'])
  stranger = await app.org('free')
})

/** Sessions are made again for each operation: what a sample does may take days by the clock. */
const credentials = async () => [
  await app.session(org),
  key,
  await app.session(stranger),
  undefined,
]

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

async function addressOfSample({ name, http }: Bound): Promise<string> {
  const { ids = [], query = '' } = (await SAMPLE_CALLS[name]?.(home)) ?? {}
  const rest = [...ids]
  return addressOf(http).replaceAll(/:\w+/g, () => rest.shift() ?? '') + query
}

/** Writes an address in a spelling that was not declared, so that Express has to read it. */
const misspelt = (address: string): string =>
  address.replace(/^\/(?:api|sites)/, (word) => word.toUpperCase())

/** Returns the content of an answer, without the parts that differ between requests. */
async function answerTo(address: string, token: string | undefined) {
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  const response = await fetch(app.url + address, { headers: { ...headers } })
  // @NOTE every route that is asked answers with the envelope.
  const body = (await response.json()) as { meta: { requestId: string } }
  const { requestId, ...meta } = body.meta
  expect(requestId).toMatch(/^req_/)
  expect(response.headers.has('x-ratelimit-remaining')).toBe(true)
  const changing = new Set(['date', 'x-request-id', 'content-length', 'x-ratelimit-remaining'])
  return {
    status: response.status,
    body: { ...body, meta },
    headers: Object.fromEntries([...response.headers].filter(([name]) => !changing.has(name))),
  }
}

const reads = OPERATIONS.filter(
  (one): one is Bound =>
    one.http?.method === 'get' && !one.http.isFile && !one.http.document && !one.http.page,
)

describe('a read', () => {
  it.each(
    reads.filter(({ access }) => access.by !== 'link').map((one) => [one.name, one] as const),
  )('%s is answered the same however its address is written', async (_, operation) => {
    app.clock.advance({ minutes: 2 })
    const address = await addressOfSample(operation)
    const tokens = await credentials()
    const [plain = ''] = address.split('?')
    const addresses = [
      address,
      `${plain}/`,
      plain.replaceAll(/site_\w+/g, 'nothing'),
      plain.replaceAll(/site_\w+/g, '..%2f'),
      ...QUERIES.map((query) => address + (address.includes('?') ? '&' : '?') + query),
    ]
    for (const asked of addresses) {
      for (const token of tokens) {
        app.clock.advance({ minutes: 2 })
        const [direct, byExpress] = [
          await answerTo(asked, token),
          await answerTo(misspelt(asked), token),
        ]
        expect([asked, direct]).toEqual([asked, byExpress])
      }
    }
  })
})

describe('AddressTree', () => {
  const tree = new AddressTree<string>()
  for (const address of ['/a/:id', '/a/:site/b', '/a/list', '/a/list/:x/:y'])
    tree.add(address, address)
  tree.reserve('/a/posted')

  it.each([
    ['/a/1', '/a/:id', { id: '1' }],
    ['/a/1/b', '/a/:site/b', { site: '1' }],
    ['/a/list', '/a/list', {}],
    ['/a/list/x.example/__proto__', '/a/list/:x/:y', { x: 'x.example', y: '__proto__' }],
  ])('finds %s', (path, value, params) => {
    expect(tree.find(path)).toEqual({ value, params })
  })

  it.each([
    '/a',
    '/a/',
    '/a/1/',
    '/a/..',
    '/a/%2e',
    '/A/1',
    '/a/1/c',
    '/a/posted',
    '/a/list/b',
    '//a/1',
    'a/1',
    '/a/a:b',
  ])('leaves %s to others', (path) => expect(tree.find(path)).toBeUndefined())
})
