import type { ProofFailure } from '../kernel/ports/domain-proofs.ts'
import { FetchError } from './fetch-error.ts'
import type { GuardedClient } from './guarded-client.ts'

const TIMEOUT_MS = 8_000
const MAX_BYTES = 1_024
const MAX_REDIRECTS = 3

/**
 * Says why the file at an address is not the text; undefined where it is. Redirects are followed only within the host
 * and its subdomains: a file on another host proves nothing about this one.
 */
export async function findProofFile(
  client: GuardedClient,
  url: string,
  text: string,
  timeoutMs: number = TIMEOUT_MS,
): Promise<ProofFailure | undefined> {
  const { hostname } = new URL(url)
  try {
    const { status, body } = await client.request(url, {
      timeoutMs,
      maxBytes: MAX_BYTES,
      maxRedirects: MAX_REDIRECTS,
      mayAsk: (next) => next.hostname === hostname || next.hostname.endsWith(`.${hostname}`),
    })
    if (status !== 200) return { code: 'no_file', reason: `${url} answered ${status}` }
    if (body.toString('utf8').trim() === text) return undefined
    return { code: 'other_text', reason: `${url} holds another text` }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    return failureOf(url, error)
  }
}

const BLOCKED: ReadonlySet<string> = new Set([
  'BLOCKED_ADDRESS',
  'PORT_REFUSED',
  'SCHEME_REFUSED',
  'INVALID_URL',
])

function failureOf(url: string, { code, message }: FetchError): ProofFailure {
  if (code === 'TIMEOUT') return { code: 'timeout', reason: `${url} did not answer in time` }
  if (code === 'CANCELLED') {
    return { code: 'no_file', reason: `${url} leads to another host, which proves nothing` }
  }
  if (BLOCKED.has(code)) return { code: 'blocked', reason: `${url} is not asked: ${message}` }
  return { code: 'unreachable', reason: `${url} cannot be read: ${message}` }
}
