import type { Observation } from './observation.ts'

/** The target of a request. */
export type ProbeWhere =
  | { by: 'target' }
  /** The address at which the target's redirects ended. */
  | { by: 'final' }
  /** The root of the origin of the final address, where its redirects ended. */
  | { by: 'start' }
  /** A path at the origin of the final address. */
  | { by: 'path'; path: string }
  /** The sitemaps of robots.txt, else the path. */
  | { by: 'sitemap'; path: string }
  /** The path of the start page with `.md`, or `index.md` behind a slash. */
  | { by: 'twin' }
  /** An address that the page, the start page or llms.txt names; without one nothing is requested. */
  | { by: 'found'; what: 'canonical' | 'markdown' | 'llms_link' | 'hreflang' | 'link' }

export interface Probe {
  id: string
  where: ProbeWhere
  /** Value of the Accept header. */
  accept: string
  /** Maximum number of requests, including redirects and parts of a sitemap index. */
  maxRequests: number
  /** Maximum bytes of a body, after decompression. */
  maxBytes: number
  /** The part of the observation that the answer fills. */
  fills: keyof Observation
  /** True for a request that is made last and only when others left room: redirects may use that up. */
  isSpare?: boolean
}

/** The most requests of one score. Those in the names of other bots, which only an owner can ask for, come on top. */
export const MAX_REQUESTS = 25

/** Paths of descriptions for agents. The drafts disagree about paths, so the list is data. */
export const WELL_KNOWN_PATHS = [
  '/.well-known/mcp.json',
  '/.well-known/mcp/server-card.json',
  '/.well-known/agent-card.json',
  '/.well-known/agent-skills/index.json',
  '/.well-known/api-catalog',
  '/ask',
] as const

const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5'
const MARKDOWN = 'text/markdown'
const KIB = 1_024

const wellKnown = (path: string): Probe => ({
  id: path,
  where: { by: 'path', path },
  accept: 'application/json, application/linkset+json, */*;q=0.5',
  maxRequests: 1,
  maxBytes: 256 * KIB,
  fills: 'wellKnown',
})

/**
 * Makes a request for a version in another language. Only its head is read, since that holds the links to other
 * languages.
 */
const alternate = (id: string): Probe => ({
  id,
  where: { by: 'found', what: 'hreflang' },
  accept: HTML,
  maxRequests: 1,
  maxBytes: 256 * KIB,
  fills: 'alternates',
  isSpare: true,
})

/** The limits of a probe of one request whose body is not read. */
const ANSWER_ONLY = { maxRequests: 1, maxBytes: 0 }

const markdown = (id: string, where: ProbeWhere): Probe => ({
  id,
  where,
  accept: MARKDOWN,
  ...ANSWER_ONLY,
  fills: 'markdown',
})

/** The page in the name of another user agent: one request for each of `PARITY_AGENTS`. */
export const PARITY_PROBE: Probe = {
  id: 'parity',
  where: { by: 'final' },
  accept: HTML,
  maxRequests: 1,
  maxBytes: 2_048 * KIB,
  fills: 'parity',
}

/** Every request of a score in order, including all that may follow from them. */
export const PROBES: readonly Probe[] = [
  {
    id: 'target',
    where: { by: 'target' },
    accept: HTML,
    maxRequests: 6,
    maxBytes: 2_048 * KIB,
    fills: 'target',
  },
  // The body is read once; the second answer is only timed.
  {
    id: 'ttfb',
    where: { by: 'start' },
    accept: HTML,
    ...ANSWER_ONLY,
    fills: 'target',
  },
  {
    id: 'robots',
    where: { by: 'path', path: '/robots.txt' },
    accept: 'text/plain, */*;q=0.5',
    maxRequests: 2,
    maxBytes: 500 * KIB,
    fills: 'robots',
  },
  {
    id: 'sitemap',
    where: { by: 'sitemap', path: '/sitemap.xml' },
    accept: 'application/xml, text/xml, text/plain, */*;q=0.5',
    maxRequests: 3,
    maxBytes: 2_048 * KIB,
    fills: 'sitemap',
  },
  {
    id: 'llms',
    where: { by: 'path', path: '/llms.txt' },
    accept: 'text/plain, text/markdown, */*;q=0.5',
    maxRequests: 1,
    maxBytes: 100 * KIB,
    fills: 'llmsTxt',
  },
  {
    id: 'llms_link',
    where: { by: 'found', what: 'llms_link' },
    accept: '*/*',
    ...ANSWER_ONLY,
    fills: 'llmsTxt',
  },
  markdown('markdown', { by: 'start' }),
  markdown('markdown_twin', { by: 'twin' }),
  markdown('markdown_alternate', { by: 'found', what: 'markdown' }),
  {
    id: 'canonical',
    where: { by: 'found', what: 'canonical' },
    accept: HTML,
    ...ANSWER_ONLY,
    fills: 'canonical',
  },
  {
    id: 'home',
    where: { by: 'path', path: '/' },
    accept: HTML,
    maxRequests: 2,
    maxBytes: 1_024 * KIB,
    fills: 'home',
    isSpare: true,
  },
  {
    id: 'neighbour',
    where: { by: 'found', what: 'link' },
    accept: HTML,
    maxRequests: 3,
    maxBytes: 0,
    fills: 'neighboursModified',
    isSpare: true,
  },
  ...WELL_KNOWN_PATHS.map(wellKnown),
  ...['hreflang_1', 'hreflang_2'].map(alternate),
  { ...wellKnown('/.well-known/tdmrep.json'), fills: 'tdmRep' },
]
