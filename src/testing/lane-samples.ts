import * as fc from 'fast-check'
import { MCP_SERVERS } from '../../tools/index.ts'
import type { Arguments } from './ask-tool.ts'
import { MCP_ERAS, mcpRequest, type McpEra } from './mcp-post.ts'
import { SERVERS_OF_EACH_TOOL } from './keyed-servers.ts'
import { SAMPLE_ARGUMENTS } from './sample-calls.ts'
import type { SampleOrganization } from './sample-organization.ts'

const META = 'io.modelcontextprotocol/'

/** Keys of the organization: one that reaches every tool, and one that reaches few. */
export const LANE_KEYS = ['whole', 'few'] as const

/** A request to an MCP server, in the parts that a sample puts together. */
export interface LaneSample {
  /** The server, with what the address says of it. */
  address: string
  key: (typeof LANE_KEYS)[number]
  era: McpEra
  method: string
  id: unknown
  params: unknown
  meta: Record<string, unknown>
  headers: Record<string, string | undefined>
  envelope: Record<string, unknown>
}

/** A server's tool with arguments with which it succeeds. */
interface Callable {
  server: string
  name: string
  args: Arguments
  /** The domain of the site that addresses may name. */
  domain: string
}

export async function callables(home: SampleOrganization): Promise<Callable[]> {
  const { hostname: domain } = new URL(home.url)
  const made = SERVERS_OF_EACH_TOOL.flatMap(({ name: server, tools }) =>
    tools.map(async ({ name }) => {
      const args = await SAMPLE_ARGUMENTS[name]?.(home, 'sites')
      if (!args) throw new Error(`${name} has no sample arguments`)
      return { server, name, args, domain }
    }),
  )
  return Promise.all(made)
}

const PLAIN: Pick<LaneSample, 'key' | 'id' | 'meta' | 'headers' | 'envelope'> = {
  key: 'whole',
  id: 1,
  meta: {},
  headers: {},
  envelope: {},
}

/**
 * Makes the samples that no run may miss: every tool in each era, once with an answer and once refused, and each list
 * for each key.
 */
export function certainSamples(tools: readonly Callable[]): LaneSample[] {
  const calls = MCP_ERAS.flatMap((era) =>
    tools.flatMap(({ server, name, args }) =>
      [args, { ...args, colour: 'red' }].map((given) => ({
        ...PLAIN,
        address: server,
        era,
        method: 'tools/call',
        params: { name, arguments: given },
      })),
    ),
  )
  const lists = MCP_ERAS.flatMap((era) =>
    MCP_SERVERS.flatMap(({ name }) =>
      LANE_KEYS.map((key) => ({
        ...PLAIN,
        address: name,
        key,
        era,
        method: 'tools/list',
        params: {},
      })),
    ),
  )
  return [...calls, ...lists]
}

/** Changes that a caller makes to valid arguments: each leads to another answer, or to another refusal. */
const differences = fc.constantFrom<(args: Arguments) => unknown>(
  (args) => ({ ...args, site: 'other.example' }),
  (args) => ({ ...args, site: null }),
  (args) => ({ ...args, range: 'never' }),
  (args) => ({ ...args, period: 'last week' }),
  (args) => ({ ...args, limit: '1' }),
  (args) => ({ ...args, limit: -1 }),
  (args) => ({ ...args, cursor: 'made-up' }),
  (args) => ({ ...args, filters: [{ dimension: 'path', op: 'is', values: ['"\u2028<é>'] }] }),
  (args) => ({ ...args, query: 'tide', id: 'page:none' }),
  () => ({}),
  () => undefined,
)

const changes = fc.oneof(
  fc.constant((args: Arguments): unknown => args),
  differences,
)

/** Additions to the address of a server, which select what it shows of itself; the lane shows the same for each. */
const views = fc.oneof(
  fc.constant(() => ''),
  fc.constantFrom<(tool: Callable) => string>(
    () => '?structured=0',
    ({ name }) => `?tools=${name}`,
    ({ domain }) => `/s/${domain}`,
    ({ domain, name }) => `/s/${domain}?structured=0&tools=search,${name}`,
  ),
)

const plainIds = fc.constantFrom<unknown>(1, 'a', 0, -7, 'x'.repeat(300))
const plainMetas = fc.constantFrom<Record<string, unknown>>(
  {},
  { progressToken: 'p' },
  { progressToken: 7 },
  { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  { traceparent: 'no trace', tracestate: 'vendor=1' },
)
const plainHeaders = fc.constantFrom<Record<string, string | undefined>>(
  {},
  { 'content-type': 'application/json; charset=utf-8' },
  { 'last-event-id': '7' },
)

/** Requests beyond doubt: the lane has to take each of them. */
function plainSamples(tools: readonly Callable[]): fc.Arbitrary<LaneSample> {
  const parts = {
    key: fc.constantFrom(...LANE_KEYS),
    era: fc.constantFrom(...MCP_ERAS),
    id: plainIds,
    meta: plainMetas,
    headers: plainHeaders,
    envelope: fc.constant({}),
  }
  const drawn = { ...parts, tool: fc.constantFrom(...tools), view: views }
  const calls = fc
    .record({ ...drawn, change: changes })
    .map(({ tool, view, change, ...rest }): LaneSample => ({
      ...rest,
      address: `${tool.server}${view(tool)}`,
      method: 'tools/call',
      params: { name: tool.name, arguments: change(tool.args) },
    }))
  const lists = fc.record(drawn).map(({ tool, view, ...rest }): LaneSample => ({
    ...rest,
    address: `${tool.server}${view(tool)}`,
    method: 'tools/list',
    params: {},
  }))
  return fc.oneof({ weight: 9, arbitrary: calls }, { weight: 1, arbitrary: lists })
}

const oddParts = {
  method: fc.constant('ping'),
  id: fc.constantFrom<unknown>(1.5, null, true, {}, undefined),
  params: fc.constantFrom<unknown>(
    { name: 'search', arguments: [] },
    { name: 'search', arguments: null },
    { name: 'search', arguments: { query: 'tide' }, task: {} },
    { name: 'search', arguments: { query: 'tide' }, extra: 1 },
    { name: 'nope', arguments: {} },
    { name: 7 },
    { cursor: 'abc' },
    { cursor: 7 },
    {},
    [],
    null,
    undefined,
  ),
  meta: fc.constantFrom<Record<string, unknown>>(
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
  ),
  headers: fc.constantFrom<Record<string, string | undefined>>(
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
  ),
  envelope: fc.constantFrom<Record<string, unknown>>({ jsonrpc: '1.0' }, { extra: 1 }),
}

/** Three plain requests for one that is in doubt for one thing, or for several. */
export function laneSamples(tools: readonly Callable[]): fc.Arbitrary<LaneSample> {
  const plain = plainSamples(tools)
  const odd = fc
    .tuple(plain, fc.record(oddParts), fc.subarray(Object.keys(oddParts), { minLength: 1 }))
    .map(([sample, parts, names]) => ({
      ...sample,
      ...Object.fromEntries(Object.entries(parts).filter(([name]) => names.includes(name))),
    }))
  return fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: odd })
}

/** Puts the parts of a sample together, as `postMcp` sends them. */
export function buildRequest({ era, method, id, params, meta, headers, envelope }: LaneSample) {
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params)
  const plain = mcpRequest(era, {
    method,
    id,
    ...(isObject && { params: params as Record<string, unknown> }),
  })
  const { _meta: ownMeta } = plain.body.params as { _meta?: object }
  const mergedMeta = { ...ownMeta, ...meta }
  const withMeta = isObject && Object.keys(mergedMeta).length > 0
  const sent = withMeta ? { ...plain.body.params, _meta: mergedMeta } : params
  const merged = Object.entries({ ...plain.headers, ...headers })
  return {
    headers: Object.fromEntries(
      merged.filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    body: { ...plain.body, params: sent, ...envelope },
  }
}
