/** A request that a page wants to make, as a policy sees it. */
export interface PolicyRequest {
  kind: 'script' | 'connect'
  url: URL
  pageUrl: URL
  nonce?: string | null
  integrity?: string | null
}

const DIRECTIVES: Readonly<Record<PolicyRequest['kind'], readonly string[]>> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
}

/**
 * Finds the directive of a Content-Security-Policy that keeps a page from loading something; undefined where the page
 * may load it. `text` may hold several policies, as repeated headers are joined; each of them must allow it.
 */
export function blockingDirective(text: string, request: PolicyRequest): string | undefined {
  for (const policy of text.split(',')) {
    const directives = directivesOf(policy)
    const name = DIRECTIVES[request.kind].find((one) => directives.has(one))
    if (name === undefined) continue
    if (!isAllowed(directives.get(name) ?? [], request)) return name
  }
  return undefined
}

/** Returns the sources of each directive of a policy; of two directives with one name the first counts. */
function directivesOf(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/)
    const key = name.toLowerCase()
    if (!directives.has(key)) directives.set(key, sources)
  }
  return directives
}

function isAllowed(sources: readonly string[], request: PolicyRequest): boolean {
  const { kind, nonce, integrity } = request
  if (kind === 'script') {
    if (nonce && sources.includes(`'nonce-${nonce}'`)) return true
    const hashes = (integrity ?? '').split(/\s+/).filter((hash) => hash !== '')
    if (hashes.length > 0 && hashes.every((hash) => sources.includes(`'${hash}'`))) return true
    if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return false
  }
  return sources.some((source) => matchesSource(source, request))
}

function matchesSource(source: string, request: PolicyRequest): boolean {
  const { url, pageUrl } = request
  const word = source.toLowerCase()
  if (word === '*') return true
  if (word === "'self'") return url.host === pageUrl.host && suits(pageUrl.protocol, url)
  if (word.startsWith("'")) return false
  return /^[a-z][\w+.-]*:$/.test(word) ? suits(word, url) : matchesHostSource(source, request)
}

/** True where a host source allows a request. Hosts are compared in any case, paths as they are written. */
function matchesHostSource(source: string, { url, pageUrl }: PolicyRequest): boolean {
  const found = /^(?:([a-z][\w+.-]*:)\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source)
  if (!found) return false
  const [, scheme = pageUrl.protocol, host = '', port, path = ''] = found
  if (!suits(scheme.toLowerCase(), url) || !isHost(host.toLowerCase(), url.hostname)) return false
  return isPort(port, url) && isPath(path, url.pathname)
}

/** True where the scheme of a source allows an address; a source of http is one of https too. */
const suits = (scheme: string, { protocol }: URL): boolean =>
  protocol === scheme || (scheme === 'http:' && protocol === 'https:')

const isHost = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : pattern === host

const isPort = (port: string | undefined, { port: own, protocol }: URL): boolean =>
  port === '*' || (port ?? '') === own || (own === '' && port === DEFAULT_PORTS.get(protocol))

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ['http:', '80'],
  ['https:', '443'],
])

const isPath = (pattern: string, path: string): boolean =>
  pattern === '' || (pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern)
