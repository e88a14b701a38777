import { performance } from 'node:perf_hooks'
import { Agent, Pool, type Dispatcher } from 'undici'
import { withinDeadline } from './deadline.ts'
import { FetchError, toFetchError } from './fetch-error.ts'
import { guardedConnector, systemResolve, type Resolve } from './guarded-connector.ts'
import { readBody, readCapped, type CappedBody, type ContentCoding } from './read-body.ts'
import {
  nextHop,
  redirectOf,
  redirectTarget,
  type Hop,
  type Method,
  type Redirect,
} from './redirects.ts'
import { bodyPieces } from './stream-body.ts'
import { vetUrl, type UrlPolicy } from './url-policy.ts'

export interface GuardedClientOptions {
  policy: UrlPolicy
  /** The system's resolver by default. */
  resolve?: Resolve
  /** Connections of one origin, 16 by default; requests beyond wait, within their own time. */
  connectionsPerOrigin?: number
  /** For the resolver, the connection and TLS together; 10 s by default. */
  connectTimeoutMs?: number
  /** Certificate authorities in PEM, believed instead of Node's. */
  ca?: string
}

export interface FetchRequest {
  /** GET by default. */
  method?: Method
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer | undefined
  /** For everything: waiting, resolver, TLS, redirects and the whole body. */
  timeoutMs: number
  /** How much of the decoded body is kept; the rest is cut, which is no error. */
  maxBytes: number
  /** How many redirects are followed; with none, the default, a redirect is an answer like any other. */
  maxRedirects?: number
  /** Asked before each request to another host, the first too; where it says no, the request ends with CANCELLED. */
  mayAsk?: ((url: URL) => boolean) | undefined
  signal?: AbortSignal | undefined
  /**
   * Takes the body of the last answer piece by piece, in the place of `body`, which stays empty. What it throws is
   * thrown; when the request ends early, by its signal or its time, it may still be at work for a moment.
   */
  consume?: (pieces: AsyncIterable<Buffer>, status: number) => Promise<void>
  /** Codings to ask for, all by default; with none, the body is kept as it came. */
  acceptEncodings?: readonly ContentCoding[]
}

export interface FetchResponse {
  status: number
  /** Names are lower-case; several of one name are joined by a comma. Content-Encoding stays, though it is undone. */
  headers: Readonly<Record<string, string>>
  /** Of the answer, after redirects, without a fragment. */
  url: string
  redirects: readonly Redirect[]
  body: Buffer
  truncated: boolean
  /** From sending the last request of the chain, connecting included, until its headers were there. */
  ttfbMs: number
  /** Of the whole chain, with the body. */
  elapsedMs: number
}

interface Answer {
  status: number
  headers: Record<string, string>
  stream: Dispatcher.ResponseData['body']
}

const ALL_CODINGS: readonly ContentCoding[] = ['gzip', 'deflate', 'br']
const MAX_HEADER_BYTES = 32_768
/** Short enough to read away, so that the connection of a redirect can be used again. */
const MAX_REDIRECT_BODY = 16_384

/**
 * Speaks HTTP to addresses that strangers write: scanned sites and webhook receivers. Every URL, every redirect, every
 * address of a name and every connection is held against the policy. Connections are kept by origin; cookies, proxies
 * and HTTP/2 are not used. Dispose of it to close them; requests under way end with CANCELLED.
 */
export class GuardedClient {
  readonly #policy: UrlPolicy
  readonly #agent: Agent

  constructor(options: GuardedClientOptions) {
    const { policy, resolve = systemResolve, connectTimeoutMs = 10_000, ca } = options
    this.#policy = policy
    this.#agent = new Agent({
      factory: (origin) =>
        new Pool(origin, {
          connect: guardedConnector(new URL(origin), { policy, resolve, connectTimeoutMs, ca }),
          connections: options.connectionsPerOrigin ?? 16,
          maxHeaderSize: MAX_HEADER_BYTES,
          keepAliveMaxTimeout: 15_000,
          // The deadline of each request covers both.
          headersTimeout: 0,
          bodyTimeout: 0,
        }),
    })
  }

  /** Sends one request and follows its redirects. Throws a FetchError when there is no answer. */
  async request(url: string | URL, request: FetchRequest): Promise<FetchResponse> {
    try {
      return await withinDeadline(request.timeoutMs, request.signal, (signal) =>
        this.#follow(String(url), request, signal),
      )
    } catch (error) {
      throw toFetchError(error)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy()
  }

  async #follow(text: string, request: FetchRequest, signal: AbortSignal): Promise<FetchResponse> {
    const startedAt = performance.now()
    const { maxRedirects = 0 } = request
    let hop = firstHop(this.#vetted(text), request)
    assertMayAsk(request, hop.url)
    const seen = new Set<string>()
    const redirects: Redirect[] = []
    for (;;) {
      seen.add(`${hop.method} ${hop.url.href}`)
      const sentAt = performance.now()
      const answer = await this.#send(hop, signal)
      const { status, headers, stream } = answer
      const ttfbMs = performance.now() - sentAt
      const target = maxRedirects > 0 ? redirectTarget(status, headers) : undefined
      if (target === undefined) {
        const content = await readContent(answer, request)
        const elapsedMs = performance.now() - startedAt
        return { status, headers, url: hop.url.href, redirects, ...content, ttfbMs, elapsedMs }
      }
      await readCapped(stream, MAX_REDIRECT_BODY)
      signal.throwIfAborted()
      const next = nextHop(hop, status, this.#vetted(target, hop.url))
      redirects.push(redirectOf(status, hop.url, next.url))
      if (seen.has(`${next.method} ${next.url.href}`)) {
        throw new FetchError('REDIRECT_LOOP', 'The redirects lead back to where they came from')
      }
      if (redirects.length > maxRedirects) {
        throw new FetchError('TOO_MANY_REDIRECTS', `More than ${maxRedirects} redirects`)
      }
      if (next.url.host !== hop.url.host) assertMayAsk(request, next.url)
      hop = next
    }
  }

  #vetted(text: string, base?: URL): URL {
    const verdict = vetUrl(text, this.#policy, base)
    if (verdict.isPermitted) return verdict.url
    const { code, reason } = verdict
    throw new FetchError(
      code,
      base === undefined ? reason : `A redirect is not followed. ${reason}`,
    )
  }

  async #send({ url, method, headers, body }: Hop, signal: AbortSignal): Promise<Answer> {
    const answer = await this.#agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body: body ?? null,
      signal,
    })
    return {
      status: answer.statusCode,
      headers: plainHeaders(answer.headers),
      stream: answer.body,
    }
  }
}

function assertMayAsk({ mayAsk }: FetchRequest, url: URL): void {
  if (mayAsk?.(url) === false) throw new FetchError('CANCELLED', `${url.host} is not asked now`)
}

/** The connection decides about these, not the caller. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set(['accept-encoding', 'content-length', 'host'])

function firstHop(url: URL, request: FetchRequest): Hop {
  const { method = 'GET', headers = {}, body, acceptEncodings = ALL_CODINGS } = request
  const own = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !RESERVED_HEADERS.has(name))
  const accepted = acceptEncodings.length === 0 ? 'identity' : acceptEncodings.join(', ')
  return { url, method, headers: { ...Object.fromEntries(own), 'accept-encoding': accepted }, body }
}

async function readContent(
  { stream, status, headers }: Answer,
  { acceptEncodings, maxBytes, consume }: FetchRequest,
): Promise<CappedBody> {
  const isDecoded = acceptEncodings === undefined || acceptEncodings.length > 0
  const coding = isDecoded ? headers['content-encoding'] : undefined
  if (!consume) return readBody(stream, coding, maxBytes)
  await consume(bodyPieces(stream, coding, maxBytes), status)
  // What was not wanted: a little is read away, so that the connection can be used again.
  if (!stream.destroyed) await readCapped(stream, MAX_REDIRECT_BODY)
  return { body: Buffer.alloc(0), truncated: false }
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}
