import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MCP_ERAS, mcpRequest, postMcp, type McpEra, type McpAnswer } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

const META = 'io.modelcontextprotocol/'
const SITE = 'example.com'
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

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

const plainIds = fc.constantFrom<unknown>(1, 'a', 0, -7, 'x'.repeat(300))
const oddIds = fc.constantFrom<unknown>(1.5, null, true, {}, undefined)

const plainCalls = fc.constantFrom<unknown>(
  { name: 'get_overview', arguments: { site: SITE } },
  { name: 'get_overview', arguments: { site: SITE, range: 'never' } },
  { name: 'get_overview', arguments: { site: SITE, unknown: 1 } },
  { name: 'get_overview', arguments: { site: 'other.example' } },
  { name: 'get_overview' },
  { name: 'get_timeseries', arguments: { site: SITE, range: '7d' } },
  { name: 'search', arguments: { query: 'tea' } },
)

const oddParams = fc.constantFrom<unknown>(
  { name: 'get_overview', arguments: [] },
  { name: 'get_overview', arguments: null },
  { name: 'get_overview', arguments: { site: SITE }, task: {} },
  { name: 'get_overview', arguments: { site: SITE }, extra: 1 },
  { name: 'nope', arguments: {} },
  { name: 7 },
  { cursor: 'abc' },
  { cursor: 7 },
  {},
  [],
  null,
  undefined,
)

const plainMetas = fc.constantFrom<Record<string, unknown>>(
  {},
  { progressToken: 'p' },
  { progressToken: 7 },
  { traceparent: TRACEPARENT },
  { traceparent: 'no trace', tracestate: 'vendor=1' },
)

const oddMetas = fc.constantFrom<Record<string, unknown>>(
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
  { progressToken: {} },
  { traceparent: 7 },
  { tracestate: {} },
  { 'example.com/anything': 1 },
)

const plainHeaders = fc.constantFrom<Record<string, string | undefined>>(
  {},
  { 'content-type': 'application/json; charset=utf-8' },
  { 'last-event-id': '7' },
)

const oddHeaders = fc.constantFrom<Record<string, string | undefined>>(
  { accept: undefined },
  { accept: 'application/json' },
  { accept: '*/*' },
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
)

/** Whatever an address shows of its server, the lane shows the same. */
const addresses = fc.constantFrom(
  'data',
  'data?structured=0',
  'data?tools=get_overview',
  `data/s/${SITE}`,
  `data/s/${SITE}?structured=0&tools=get_overview,list_sites`,
)

interface Sample {
  address: string
  era: McpEra
  method: string
  id: unknown
  params: unknown
  meta: Record<string, unknown>
  headers: Record<string, string | undefined>
  envelope: Record<string, unknown>
}

const eras = fc.constantFrom<McpEra>('legacy', 'modern')
const plainly = (method: string, params: fc.Arbitrary<unknown>): fc.Arbitrary<Sample> =>
  fc.record({
    address: addresses,
    era: eras,
    method: fc.constant(method),
    id: plainIds,
    params,
    meta: plainMetas,
    headers: plainHeaders,
    envelope: fc.constant({}),
  })
/** Beyond doubt, each of them. */
const plainSamples = fc.oneof(
  plainly('tools/call', plainCalls),
  plainly('tools/list', fc.constant({})),
)

const oddParts = {
  method: fc.constant('ping'),
  id: oddIds,
  params: oddParams,
  meta: oddMetas,
  headers: oddHeaders,
  envelope: fc.constantFrom<Record<string, unknown>>({ jsonrpc: '1.0' }, { extra: 1 }),
}

/** In doubt for one thing, or for several. */
const oddSamples: fc.Arbitrary<Sample> = fc
  .tuple(plainSamples, fc.record(oddParts), fc.subarray(Object.keys(oddParts), { minLength: 1 }))
  .map(([sample, odd, names]) => ({
    ...sample,
    ...Object.fromEntries(Object.entries(odd).filter(([name]) => names.includes(name))),
  }))

const samples = fc.oneof(
  { weight: 3, arbitrary: plainSamples },
  { weight: 1, arbitrary: oddSamples },
)
const RUNS = 600

describe('the fast lane', () => {
  it('answers what the SDK answers, on every request it takes or leaves', async () => {
    const taken: string[] = []
    await fc.assert(
      fc.asyncProperty(samples, async (sample) => {
        const request = build(sample)
        const [lane, sdk] = await Promise.all([
          postMcp(apps.lane, sample.address, request, keys.lane),
          postMcp(apps.sdk, sample.address, request, keys.sdk),
        ])
        expect(normalised(lane)).toEqual(normalised(sdk))
        expect(isByLane(sdk)).toBe(false)
        if (isByLane(lane)) taken.push(`${sample.era} ${sample.method}`, sample.address)
        // The buckets of both twins are about to be used up.
        for (const app of Object.values(apps)) app.clock.advance({ seconds: 1 })
      }),
      { numRuns: RUNS },
    )
    expect(taken.length / 2).toBeGreaterThan(RUNS / 2)
    expect(taken.length / 2).toBeLessThan(RUNS)
    expect(taken).toEqual(expect.arrayContaining(['data?structured=0', `data/s/${SITE}`]))
    for (const era of MCP_ERAS) {
      expect(taken).toEqual(expect.arrayContaining([`${era} tools/call`, `${era} tools/list`]))
    }
  })
})

/** The lane knows how long its answer is before it sends it; the SDK sends as it writes. */
const isByLane = ({ status, headers }: McpAnswer): boolean =>
  status === 200 && headers.has('content-length')

function build(sample: Sample) {
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

function normalised({ status, headers: sent, text }: McpAnswer) {
  const steady = text
    .replaceAll(/untrusted-[0-9a-f]{12}/g, 'untrusted')
    .replaceAll(/(site|pg|req)_[0-9a-z]{26}/g, '$1')
  const isJson = sent.get('content-type')?.startsWith('application/json')
  return {
    status,
    type: sent.get('content-type'),
    body: isJson && steady !== '' ? (JSON.parse(steady) as unknown) : steady,
  }
}
