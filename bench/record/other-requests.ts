import { bearer, type RequestOfRecord } from './request-of-record.ts'

const MANIFEST = '/sites/<site:coast>/ask-ai.json'

/**
 * Addresses besides those of the API: what sites publish, documents, links to files, and addresses that do not exist.
 */
const ADDRESSES: readonly string[] = [
  '/',
  MANIFEST,
  '/sites/nobody/ask-ai.json',
  '/sites/<site:paused>/ask-ai.json',
  '/api/v1/exports?link=<kept:link>',
  '/api/v1/exports?link=<kept:link>&bom=1',
  '/api/v1/exports?link=garbage',
  '/api/v1/exports',
  '/api/v1/nothing',
  '/api/v2/sites',
  '/admin',
  '/metrics',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/llms.txt',
  '/docs',
  '/docs/errors',
  '/protocol/1.0',
  '/.well-known/oauth-protected-resource/mcp/data',
  '/.well-known/oauth-authorization-server',
  '/mcp',
  '/mcp/other',
]

const LINES = [
  '{"path":"/guides","templates":[{"kind":"ask","template":"What does {{url}} say of kettles?"}]}',
  '{"path":"/shop"',
  '{"path":"/nowhere","templates":[]}',
].join('\n')

const SITES = '/api/v1/sites'

export const otherRequests = (): RequestOfRecord[] => [...addressRequests(), ...ODD]

const addressRequests = (): RequestOfRecord[] => [
  ...ADDRESSES.map((path) => ({
    name: `GET ${path}`,
    method: 'GET',
    path,
    headers: {},
    ...(path === MANIFEST && { keep: { manifest: 'header:etag' } }),
  })),
  { name: 'HEAD of the manifest', method: 'HEAD', path: MANIFEST, headers: {} },
  {
    name: 'the manifest that is known',
    method: 'GET',
    path: MANIFEST,
    headers: { 'if-none-match': '<kept:manifest>' },
  },
]

const ODD: readonly RequestOfRecord[] = [
  {
    name: 'a Host of two names',
    method: 'GET',
    path: SITES,
    headers: { ...bearer('owner'), host: 'a,b' },
  },
  {
    name: 'a Host that is none',
    method: 'GET',
    path: SITES,
    headers: { ...bearer('owner'), host: '%' },
  },
  {
    name: 'a trace',
    method: 'GET',
    path: SITES,
    headers: {
      ...bearer('owner'),
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  },
  {
    name: 'a cookie of a session',
    method: 'GET',
    path: SITES,
    headers: { cookie: '__Host-citable=<secret:owner>', 'sec-fetch-site': 'same-origin' },
  },
  {
    name: 'a cookie from another page',
    method: 'GET',
    path: SITES,
    headers: { cookie: '__Host-citable=<secret:owner>', 'sec-fetch-site': 'cross-site' },
  },
  {
    name: 'a scan that ended, as a stream of events',
    method: 'GET',
    path: '/api/v1/scan/<job:first>',
    headers: { ...bearer('owner'), accept: 'text/event-stream' },
  },
  {
    name: 'prompts as lines, of which one is broken',
    method: 'POST',
    path: '/api/v1/prompts/<site:coast>/import',
    headers: { ...bearer('full'), 'content-type': 'application/x-ndjson' },
    body: LINES,
  },
  { name: 'POST to nowhere', method: 'POST', path: '/api/v1/nothing', headers: {}, body: '{}' },
]
