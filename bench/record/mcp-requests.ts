import { MCP_SERVERS } from '../../tools/index.ts'
import { MCP_ERAS, mcpRequest, type McpEra } from '../../src/testing/mcp-post.ts'
import { bearer, type RequestOfRecord } from './request-of-record.ts'

type Server = (typeof MCP_SERVERS)[number]
type Params = Readonly<Record<string, unknown>>

interface Ask {
  what: string
  method: string
  params?: Params
}

const CLIENT = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'record', version: '1' },
}
const OLD_CLIENT = { ...CLIENT, protocolVersion: '2024-11-05' }
const PAGE = { type: 'ref/resource', uri: 'citable://sites/{site}/pages/{+path}' }
const complete = (ref: object, name: string, value: string): Params => ({
  ref,
  argument: { name, value },
})

const LISTS: readonly Ask[] = [
  { what: 'hello', method: 'initialize', params: CLIENT },
  { what: 'hello of an old client', method: 'initialize', params: OLD_CLIENT },
  { what: 'discover', method: 'server/discover' },
  { what: 'ping', method: 'ping' },
  { what: 'tools', method: 'tools/list' },
  { what: 'tools behind a cursor', method: 'tools/list', params: { cursor: 'none' } },
  { what: 'resources', method: 'resources/list' },
  { what: 'templates', method: 'resources/templates/list' },
  { what: 'prompts', method: 'prompts/list' },
  { what: 'a method that is none', method: 'tools/burn' },
  { what: 'a tool that is none', method: 'tools/call', params: { name: 'burn', arguments: {} } },
  { what: 'a call without a name', method: 'tools/call', params: { arguments: {} } },
  { what: 'a resource that is none', method: 'resources/read', params: { uri: 'citable://none' } },
  { what: 'a prompt that is none', method: 'prompts/get', params: { name: 'none' } },
]

const OF_SERVER: Readonly<Record<string, readonly Ask[]>> = {
  publisher: [
    { what: 'the definitions', method: 'resources/read', params: { uri: 'citable://metrics' } },
    { what: 'a site', method: 'resources/read', params: { uri: 'citable://sites/coast.example' } },
    {
      what: 'a page',
      method: 'resources/read',
      params: { uri: 'citable://sites/coast.example/pages/faq' },
    },
    {
      what: 'no such page',
      method: 'resources/read',
      params: { uri: 'citable://sites/coast.example/pages/none' },
    },
    {
      what: 'a prompt',
      method: 'prompts/get',
      params: { name: 'content_gaps', arguments: { site: 'coast.example' } },
    },
    {
      what: 'a prompt for no site',
      method: 'prompts/get',
      params: { name: 'content_gaps', arguments: { site: 'nobody' } },
    },
    {
      what: 'a path begun',
      method: 'completion/complete',
      params: {
        ...complete(PAGE, 'path', 'guides/g'),
        context: { arguments: { site: 'coast.example' } },
      },
    },
  ],
  data: [
    { what: 'a site', method: 'resources/read', params: { uri: 'citable://sites/coast.example' } },
    {
      what: 'a page',
      method: 'resources/read',
      params: { uri: 'citable://sites/coast.example/pages/guides' },
    },
    { what: 'the chart', method: 'resources/list' },
    {
      what: 'a report',
      method: 'prompts/get',
      params: { name: 'weekly_report', arguments: { site: 'Coast Tea' } },
    },
    {
      what: 'a change',
      method: 'prompts/get',
      params: {
        name: 'explain_change',
        arguments: { site: 'Coast Tea', metric: 'clicks', period: '28d' },
      },
    },
    {
      what: 'a site begun',
      method: 'completion/complete',
      params: complete({ type: 'ref/prompt', name: 'explain_change' }, 'site', 'co'),
    },
    {
      what: 'a metric begun',
      method: 'completion/complete',
      params: complete({ type: 'ref/prompt', name: 'explain_change' }, 'metric', 'ai'),
    },
    {
      what: 'an engine begun',
      method: 'completion/complete',
      params: complete({ type: 'ref/prompt', name: 'explain_change' }, 'engine', 'OpenAI'),
    },
    {
      what: 'nothing to complete',
      method: 'completion/complete',
      params: complete({ type: 'ref/prompt', name: 'explain_change' }, 'colour', ''),
    },
  ],
  citable: [
    {
      what: 'a report of a page',
      method: 'resources/read',
      params: { uri: 'citable://reports/coast.example/pages/guides' },
    },
  ],
  protocol: [
    { what: 'the specification', method: 'resources/read', params: { uri: 'ask-ai://spec/1.0' } },
    {
      what: 'a schema',
      method: 'resources/read',
      params: { uri: 'ask-ai://schemas/1.0/cited-ask' },
    },
    {
      what: 'a prompt',
      method: 'prompts/get',
      params: {
        name: 'draft_cited_ask',
        arguments: { url: 'https://example.com/tea', goal: 'How long?' },
      },
    },
    {
      what: 'a schema begun',
      method: 'completion/complete',
      params: complete({ type: 'ref/resource', uri: 'ask-ai://schemas/1.0/{name}' }, 'name', 'c'),
    },
  ],
}

/**
 * Makes requests for the rest of the protocol: lists, resources, prompts and completions in both versions, and odd
 * messages.
 */
export const mcpRequests = (): RequestOfRecord[] =>
  MCP_SERVERS.flatMap((server) => [
    ...MCP_ERAS.flatMap((era) =>
      [...LISTS, ...(OF_SERVER[server.name] ?? [])].map((ask) => asked(server, era, ask)),
    ),
    ...oddMessages(server),
  ])

function asked(server: Server, era: McpEra, { what, method, params = {} }: Ask): RequestOfRecord {
  const { headers, body } = mcpRequest(era, { method, params })
  return {
    ...to(server, `${what}, ${era}`),
    headers: { ...headers, ...credentialFor(server) },
    body: JSON.stringify(body),
  }
}

const to = ({ name, path }: Server, what: string) => ({
  name: `${name}: ${what}`,
  method: 'POST',
  path: `/mcp${path}`,
})

const credentialFor = ({ name }: Server) => bearer(name === 'protocol' ? 'none' : 'full')

/** Requests whose body is no JSON-RPC message, or whose method or headers MCP does not take. */
function oddMessages(server: Server): RequestOfRecord[] {
  const { headers, body } = mcpRequest('legacy', { method: 'tools/list' })
  const plain = {
    ...to(server, 'plain'),
    headers: { ...headers, ...credentialFor(server) },
    body: JSON.stringify(body),
  }
  const call = JSON.stringify(
    mcpRequest('legacy', { method: 'tools/call', params: { name: 'search' } }).body,
  )
  const odd: [string, Partial<RequestOfRecord>][] = [
    ['no JSON', { body: '{' }],
    ['no message', { body: '{"hello":1}' }],
    ['a batch', { body: `[${plain.body},${call}]` }],
    ['an empty batch', { body: '[]' }],
    ['a notification', { body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' }],
    ['an answer', { body: '{"jsonrpc":"2.0","id":1,"result":{}}' }],
    ['another version of JSON-RPC', { body: JSON.stringify({ ...body, jsonrpc: '1.0' }) }],
    ['too large a body', { body: { repeat: ' ', times: 2_000_000 } }],
    ['another content type', { headers: { ...plain.headers, 'content-type': 'text/plain' } }],
    ['Accept of an image', { headers: { ...plain.headers, accept: 'image/png' } }],
    ['Accept of JSON alone', { headers: { ...plain.headers, accept: 'application/json' } }],
    [
      'a version that is none',
      { headers: { ...plain.headers, 'mcp-protocol-version': '1999-01-01' } },
    ],
    ['another origin', { headers: { ...plain.headers, origin: 'https://elsewhere.example' } }],
    ['GET', { method: 'GET', body: '' }],
    ['DELETE', { method: 'DELETE', body: '' }],
    ['OPTIONS', { method: 'OPTIONS', body: '', headers: { origin: 'https://claude.ai' } }],
    ['an unknown parameter', { path: `${plain.path}?key=1` }],
    ['two tools of it', { path: `${plain.path}?tools=search` }],
    ['a tool that it lacks', { path: `${plain.path}?tools=burn` }],
    ['at a site', { path: `${plain.path}/s/coast.example` }],
    ['at a site that is none', { path: `${plain.path}/s/nobody.example` }],
    ...credentials(plain.headers),
  ]
  return odd.map(([what, change]) => ({ ...plain, ...change, name: to(server, what).name }))
}

function credentials(
  headers: Readonly<Record<string, string>>,
): [string, Partial<RequestOfRecord>][] {
  const { authorization: _, ...bare } = headers
  const names = [
    'none',
    'revoked',
    'expired',
    'ended',
    'elsewhere',
    'owner',
    'other',
    'lantern-key',
    'pebble',
  ]
  return names.map((name) => [`by ${name}`, { headers: { ...bare, ...bearer(name) } }])
}
