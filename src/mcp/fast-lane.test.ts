import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpRequest, postMcp, type Era } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

const META = 'io.modelcontextprotocol/'
const SITE = 'example.com'

let apps: { lane: TestApp; sdk: TestApp }
let keys: { lane: string; sdk: string }

/** Twins with the same data, one of which has no fast lane. */
beforeAll(async () => {
  const start = async (useFastLane: boolean) => {
    const app = await TestApp.start({ useFastLane })
    const key = await app.key(await app.org('self_hosted'))
    const site = await app.site(key)
    await app.collect(site, [
      { eventId: 'a', kind: 'impression', url: '/tea', title: 'Tea' },
      { eventId: 'b', kind: 'question', url: '/tea', question: 'Is tea hot?', target: 'claude' },
    ])
    return { app, key }
  }
  const [lane, sdk] = await Promise.all([start(true), start(false)])
  apps = { lane: lane.app, sdk: sdk.app }
  keys = { lane: lane.key, sdk: sdk.key }
})
afterAll(() => Promise.all(Object.values(apps).map((app) => app[Symbol.asyncDispose]())))

const ids = fc.constantFrom<unknown>(1, 'a', 0, -7, 1.5, null, true, 'x'.repeat(300), {}, undefined)

const params = fc.constantFrom<unknown>(
  { name: 'get_overview', arguments: { site: SITE } },
  { name: 'get_overview', arguments: { site: SITE, range: 'never' } },
  { name: 'get_overview', arguments: { site: SITE, unknown: 1 } },
  { name: 'get_overview', arguments: { site: 'other.example' } },
  { name: 'get_overview', arguments: [] },
  { name: 'get_overview', arguments: null },
  { name: 'get_overview' },
  { name: 'get_overview', arguments: { site: SITE }, task: {} },
  { name: 'get_overview', arguments: { site: SITE }, extra: 1 },
  { name: 'get_timeseries', arguments: { site: SITE, range: '7d' } },
  { name: 'search', arguments: { query: 'tea' } },
  { name: 'nope', arguments: {} },
  { name: 7 },
  { cursor: 'abc' },
  { cursor: 7 },
  {},
  [],
  null,
  undefined,
)

const metas = fc.constantFrom<Record<string, unknown>>(
  {},
  { [`${META}clientCapabilities`]: undefined },
  { [`${META}clientCapabilities`]: { sampling: {} } },
  { [`${META}clientCapabilities`]: [] },
  { [`${META}clientInfo`]: undefined },
  { [`${META}clientInfo`]: { name: 'x' } },
  { [`${META}clientInfo`]: { name: 1, version: '1' } },
  { [`${META}clientInfo`]: { name: 'x', version: '1', title: 7 } },
  { [`${META}protocolVersion`]: '2025-11-25' },
  { [`${META}protocolVersion`]: '2099-01-01' },
  { [`${META}protocolVersion`]: undefined },
  { [`${META}logLevel`]: 'debug' },
  { [`${META}logLevel`]: 'loud' },
  { progressToken: 'p' },
  { progressToken: {} },
  { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  { 'example.com/anything': 1 },
)

const headers = fc.constantFrom<Record<string, string | undefined>>(
  {},
  { accept: undefined },
  { accept: 'application/json' },
  { accept: '*/*' },
  { 'content-type': 'application/json; charset=utf-8' },
  { 'content-type': 'application/jsonp' },
  { 'content-type': 'text/plain' },
  { 'mcp-protocol-version': undefined },
  { 'mcp-protocol-version': '2025-03-26' },
  { 'mcp-protocol-version': '2024-11-05' },
  { 'mcp-protocol-version': '2026-07-28' },
  { 'mcp-protocol-version': '1999-01-01' },
  { 'mcp-method': 'tools/list' },
  { 'mcp-method': undefined },
  { 'mcp-name': 'search' },
  { 'mcp-name': undefined },
  { 'mcp-name': ' get_overview ' },
  { 'mcp-session-id': 'abc' },
  { 'last-event-id': '7' },
)

const odd = fc.record({
  era: fc.constantFrom<Era>('legacy', 'modern'),
  method: fc.constantFrom('tools/call', 'tools/list', 'ping'),
  id: ids,
  params,
  meta: metas,
  headers,
  envelope: fc.constantFrom<Record<string, unknown>>({}, {}, {}, { jsonrpc: '1.0' }, { extra: 1 }),
})

describe('the fast lane', () => {
  it('answers what the SDK answers, on every request it takes or leaves', async () => {
    await fc.assert(
      fc.asyncProperty(odd, async (sample) => {
        const request = build(sample)
        const [lane, sdk] = await Promise.all([
          postMcp(apps.lane, 'data', request, keys.lane),
          postMcp(apps.sdk, 'data', request, keys.sdk),
        ])
        expect(normalised(lane)).toEqual(normalised(sdk))
        // The buckets of both twins are about to be used up.
        for (const app of Object.values(apps)) app.clock.advance({ seconds: 1 })
      }),
      { numRuns: 600, seed: 7 },
    )
  })
})

function build(sample: typeof odd extends fc.Arbitrary<infer T> ? T : never) {
  const { era, method, id, meta, envelope } = sample
  const given = sample.params
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  const plain = mcpRequest(era, {
    method,
    id,
    ...(isObject && { params: given as Record<string, unknown> }),
  })
  const ownMeta = (plain.body.params as { _meta?: object })._meta
  const mergedMeta = { ...ownMeta, ...meta }
  const withMeta = isObject && Object.keys(mergedMeta).length > 0
  const sent = withMeta ? { ...plain.body.params, _meta: mergedMeta } : given
  const merged = { ...plain.headers, ...sample.headers }
  return {
    headers: Object.fromEntries(
      Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    body: { ...plain.body, params: sent, ...envelope },
  }
}

function normalised({ status, headers: sent, text }: Awaited<ReturnType<typeof postMcp>>) {
  const plain = text
    .replaceAll(/untrusted-[0-9a-f]{12}/g, 'untrusted')
    .replaceAll(/(site|pg|req)_[0-9a-z]{26}/g, '$1')
  const isJson = sent.get('content-type')?.startsWith('application/json')
  return {
    status,
    type: sent.get('content-type'),
    body: isJson && plain !== '' ? (JSON.parse(plain) as unknown) : plain,
  }
}
