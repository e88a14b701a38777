import { lookup } from 'node:dns/promises'
import { AUTHORIZATION_SERVER, PROTECTED_RESOURCE } from '../../domain/oauth/server-metadata.ts'
import { DEFAULT_RESOURCE } from '../../domain/oauth/resource.ts'
import { mintToken } from '../../kernel/credentials/tokens.ts'
import { isRecord } from '../../lib/json/is-record.ts'
import { isLoopbackHost } from '../../lib/web/is-loopback-host.ts'
import { verdictsOf, type Finding } from './finding.ts'

const TIMEOUT_MS = 5_000
/** The most characters that are read of an answer: far more than any answer here has. */
const MAX_CHARS = 100_000

const { ok, warning, problem } = verdictsOf('assistants')

/**
 * Checks the way on which an assistant gets a token through the public address, as far as it goes without a person. It
 * changes nothing on the server. `origin` has no slash at its end.
 */
export async function checkAssistants(origin: string): Promise<Finding[]> {
  const found = [
    ...(await addressFindings(new URL(origin))),
    ...(await metadataFindings(origin)),
    ...(await challengeFindings(origin)),
    ...(await preflightFindings(origin)),
  ]
  if (found.length > 0) return found
  const where = isLoopbackHost(new URL(origin).hostname)
    ? 'on this computer find their way to sign in; those of others, such as claude.ai and ChatGPT, need a public https address'
    : 'find their way to sign in'
  return [ok(`Assistants that are given ${origin}${DEFAULT_RESOURCE} ${where}.`)]
}

/** Reports an address that hosted assistants cannot call: they call https on port 443, by IPv4. */
async function addressFindings({ protocol, port, hostname }: URL): Promise<Finding[]> {
  if (isLoopbackHost(hostname)) return []
  const findings: Finding[] = []
  if (protocol !== 'https:') {
    findings.push(
      problem(
        'PUBLIC_URL is no https address, and assistants send tokens to none but those.',
        'Put a proxy with a certificate before the server, and set PUBLIC_URL to its address.',
      ),
    )
  }
  if (port !== '') {
    findings.push(
      warning(
        `PUBLIC_URL has the port ${port}; some hosted assistants call 443 alone.`,
        'Serve it on port 443 of a name of its own.',
      ),
    )
  }
  const name = hostname.replace(/^\[|\]$/g, '')
  const hasIpv4 = await lookup(name, { family: 4 }).then(
    () => true,
    () => false,
  )
  if (!hasIpv4) {
    findings.push(
      warning(
        `${hostname} has no address of IPv4, by which some hosted assistants come.`,
        'Give the name an A record.',
      ),
    )
  }
  return findings
}

async function metadataFindings(origin: string): Promise<Finding[]> {
  const resource = `${origin}${DEFAULT_RESOURCE}`
  const wanted: [path: string, field: string, value: string][] = [
    [`${PROTECTED_RESOURCE}${DEFAULT_RESOURCE}`, 'resource', resource],
    [AUTHORIZATION_SERVER, 'issuer', origin],
  ]
  const findings: Finding[] = []
  for (const [path, field, value] of wanted) {
    const answer = await ask(origin + path, {})
    const told = fieldOf(answer.text, field)
    if (answer.status !== 200 || told === undefined) {
      findings.push(
        problem(
          `${origin}${path} answers ${answer.status}, and no metadata.`,
          'Let the proxy pass everything below /.well-known/ on to the server.',
        ),
      )
    } else if (told !== value) {
      findings.push(
        problem(
          `The metadata says ${field} ${told}, and an assistant that was given ${value} stops there.`,
          'Set PUBLIC_URL of the server to the address that people paste, to the letter.',
        ),
      )
    } else if (answer.headers.get('access-control-allow-origin') !== '*') {
      findings.push(noCors(path))
    }
  }
  return findings
}

/**
 * Calls an MCP server with a token that was never issued, which shows whether the header Authorization arrives, and
 * whether a refusal leads to the metadata.
 */
async function challengeFindings(origin: string): Promise<Finding[]> {
  const address = `${origin}${DEFAULT_RESOURCE}`
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${mintToken('oauthAccess')}`,
  }
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  const { status, headers: told } = await ask(address, { method: 'POST', headers, body })
  const challenge = told.get('www-authenticate') ?? ''
  if (status !== 401) {
    return [
      problem(
        `A call of ${address} is answered ${status} where 401 leads assistants on.`,
        status === 403
          ? 'The server does not know that Host: set PUBLIC_URL, and let the proxy send the Host on.'
          : 'Look what the proxy answers by itself there, and let it pass POST on without a redirect.',
      ),
    ]
  }
  if (!challenge.includes(`resource_metadata="${origin}`)) {
    return [
      problem(
        'The answer 401 comes without the header WWW-Authenticate that leads assistants on.',
        'Let the proxy pass this header on as it is.',
      ),
    ]
  }
  if (challenge.includes('invalid_token')) return []
  return [
    problem(
      'The header Authorization does not reach the server.',
      'Let the proxy pass this header on; one that signs people in by itself must leave /mcp out.',
    ),
  ]
}

async function preflightFindings(origin: string): Promise<Finding[]> {
  const headers = {
    origin: 'https://assistant.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  }
  const { status, headers: told } = await ask(`${origin}/token`, { method: 'OPTIONS', headers })
  const isFine = status === 204 && told.get('access-control-allow-origin') === '*'
  return isFine ? [] : [noCors('/token')]
}

const noCors = (path: string): Finding =>
  warning(
    `Assistants that run in a page cannot read ${path}: its headers for other origins are missing.`,
    'Let the proxy pass OPTIONS and the headers Access-Control-* on.',
  )

/** Sends a request. The status is 0 where no answer comes; the check of the address says why. */
async function ask(url: string, init: RequestInit) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(url, { ...init, redirect: 'manual', signal })
    const text = (await answer.text()).slice(0, MAX_CHARS)
    return { status: answer.status, headers: answer.headers, text }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { status: 0, headers: new Headers(), text: '' }
  }
}

function fieldOf(text: string, field: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const value = isRecord(parsed) ? parsed[field] : undefined
    return typeof value === 'string' ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
