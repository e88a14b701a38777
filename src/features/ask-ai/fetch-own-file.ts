import { PRIVATE_HINT } from '../../kernel/names/private-hint.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { FetchError } from '../../net/fetch-error.ts'
import type { FetchResponse, GuardedClient } from '../../net/guarded-client.ts'

const TIMEOUT_MS = 10_000
/** The most redirects that are followed for one file (specification 2.5). */
const MAX_REDIRECTS = 3

export interface OwnFileParts {
  client: GuardedClient
  userAgent: string
}

/** The reason why a file could not be fetched; its message may be shown to anyone. */
export interface FileFailure {
  reason: 'invalid_url' | 'unreachable' | 'foreign_redirect' | 'none' | 'status' | 'too_long'
  message: string
}

export type OwnFile = { ok: true; response: FetchResponse } | ({ ok: false } & FileFailure)

/**
 * Fetches a file from its own origin alone: a redirect to another origin is a failure, as is any status but a 2xx. A
 * page that is too long is cut to its beginning; any other file that is too long is refused.
 */
export async function fetchOwnFile(
  { client, userAgent }: OwnFileParts,
  address: string,
  { maxBytes }: { maxBytes: number },
): Promise<OwnFile> {
  const url = parseUrl(address)
  if (!url) return failed('invalid_url', 'This is not a complete URL')
  let isForeign = false
  const mayAsk = (asked: URL): boolean => {
    isForeign = asked.origin !== url.origin
    return !isForeign
  }
  const headers = { 'user-agent': userAgent, accept: 'application/ask-ai+json, */*;q=0.5' }
  const bounds = { maxBytes: maxBytes + 1, timeoutMs: TIMEOUT_MS, maxRedirects: MAX_REDIRECTS }
  try {
    const response = await client.request(url, { headers, ...bounds, mayAsk })
    // A redirect from https to http stays on its host.
    if (new URL(response.url).origin !== url.origin) return foreign
    return judged(response, maxBytes)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    if (isForeign) return foreign
    const hint = error.code === 'BLOCKED_ADDRESS' ? `; ${PRIVATE_HINT}` : ''
    return failed('unreachable', `${error.message}${hint}`)
  }
}

function judged(response: FetchResponse, maxBytes: number): OwnFile {
  const { status, body } = response
  if (status === 404 || status === 410) return failed('none', `There is none (${status})`)
  if (status < 200 || status > 299) return failed('status', `The answer is ${status}`)
  if (body.length > maxBytes && !isHtml(response)) {
    return failed('too_long', `It is longer than ${maxBytes.toLocaleString('en')} octets`)
  }
  return { ok: true, response }
}

export const isHtml = ({ headers }: FetchResponse): boolean =>
  /^\s*text\/html\b/i.test(headers['content-type'] ?? '')

const failed = (reason: FileFailure['reason'], message: string): OwnFile => ({
  ok: false,
  reason,
  message,
})

const foreign = failed('foreign_redirect', 'A redirect leads to another origin')
