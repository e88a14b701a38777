import { performance } from 'node:perf_hooks'
import { Agent, Pool, type Dispatcher } from 'undici'
import { withinDeadline } from './deadline.ts'
import { FetchError, toFetchError } from './fetch-error.ts'
import { guardedConnector, systemResolve, type Resolve } from './guarded-connector.ts'
import {
  readDecodedBody,
  readCapped,
  type CappedBody,
  type ContentCoding,
} from './read-decoded-body.ts'
import { MAX_HEADER_BYTES } from './mend-answers.ts'
import {
  nextHop,
  redirectFrom,
  redirectTarget,
  type Hop,
  type Method,
  type Redirect,
} from './redirects.ts'
import { streamBody } from './stream-body.ts'
import { vetUrl, type UrlPolicy } from './url-policy.ts'

export interface GuardedClientOptions {
  policy: UrlPolicy
  /** Resolves names; the system's resolver by default. */
  resolve?: Resolve
  /** Maximum connections of one origin, 16 by default; further requests wait, within their own timeout. */
  connectionsPerOrigin?: number
  /** Timeout for resolver, connection and TLS together; 10 s by default. */
  connectTimeoutMs?: number
  /** Certificate authorities in PEM, trusted instead of Node's. */
  ca?: string
}

export interface FetchRequest {
  /** The method, GET by default. */
  method?: Method
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer | undefined
  /** Timeout for everything: waiting, resolver, TLS, redirects and the whole body. */
  timeoutMs: number
  /** Maximum bytes of the decoded body; a longer body is cut, which is not an error. */
  maxBytes: number
  /** Maximum redirects to follow. With 0, the default, a redirect is returned like any other answer. */
  maxRedirects?: number
  /**
   * Decides before each request to another host, including the first, whether it is sent; when it returns false, the
   * request fails with CANCELLED.
   */
  mayAsk?: ((url: URL) => boolean) | undefined
  signal?: AbortSignal | undefined
  /**
   * Receives the body of the last answer in chunks, in place of `body`, which stays empty. Its errors are thrown;
   * when the request ends early, by its signal or its timeout, it may still run for a moment.
   */
  consume?: (
    pieces: AsyncIterable<Buffer>,
    status: number,
    headers: Readonly<Record<string, string>>,
  ) => Promise<void>
  /** When it returns false, the body of the last answer is not read, and `body` is empty. */
  wantsBody?: (status: number, headers: Readonly<Record<string, string>>) => boolean
  /** Content codings to accept, all by default; with an empty list, the body is kept as it came. */
  acceptEncodings?: readonly ContentCoding[]
}

export interface FetchResponse {
  status: number
  /**
   * Names are in lower case; repeated headers are joined by a comma. Content-Encoding stays, although the body is
   * decoded.
   */
  headers: Readonly<Record<string, string>>
  /** Address of the answer after redirects, without a fragment. */
  url: string
  redirects: readonly Redirect[]
  body: Buffer
  truncated: boolean
  /** Milliseconds from sending the last request, connecting included, to its headers. */
  ttfbMs: number
  /** Milliseconds of all requests, including the body. */
  elapsedMs: number
}

interface Answer {
  status: number
  headers: Record<string, string>
  stream: Dispatcher.ResponseData['body']
}

const ALL_CODINGS: readonly ContentCoding[] = ['gzip', 'deflate', 'br']
/** Bytes of a redirect's body that are read and discarded, so that the connection can be reused. */
const MAX_REDIRECT_BODY = 16_384

/**
 * An HTTP client for untrusted addresses: scanned sites and webhook receivers. Every URL, every redirect, every
 * address of a name and every connection is checked against the policy. Connections are pooled by origin; cookies,
 * proxies and HTTP/2 are not used. Disposing of it closes them; pending requests fail with CANCELLED.
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

  /** Sends one request and follows its redirects. Throws a FetchError when no answer comes. */
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
      redirects.push(redirectFrom(status, hop.url, next.url))
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

/** Headers that the connection sets, and a caller may not. */
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
  { acceptEncodings, maxBytes, consume, wantsBody }: FetchRequest,
): Promise<CappedBody> {
  if (wantsBody?.(status, headers) === false) return leaveBody(stream, headers)
  const isDecoded = acceptEncodings === undefined || acceptEncodings.length > 0
  const coding = isDecoded ? headers['content-encoding'] : undefined
  if (!consume) return readDecodedBody(stream, coding, maxBytes)
  await consume(streamBody(stream, coding, maxBytes), status, headers)
  // A short unwanted rest is read and discarded, so that the connection can be reused.
  if (!stream.destroyed) await readCapped(stream, MAX_REDIRECT_BODY)
  return { body: Buffer.alloc(0), truncated: false }
}

/**
 * Leaves the body of an answer unread: a short one is discarded, so that the connection can be reused, any other ends
 * the connection.
 */
async function leaveBody(
  stream: Answer['stream'],
  headers: Answer['headers'],
): Promise<CappedBody> {
  const isLong = Number(headers['content-length'] ?? 0) > MAX_REDIRECT_BODY
  await readCapped(stream, isLong ? 0 : MAX_REDIRECT_BODY)
  return { body: Buffer.alloc(0), truncated: false }
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? joined(name, value) : value]],
    ),
  )
}

/**
 * Joins the values of a repeated header by commas. Throws for two different Location values, which are ambiguous, as
 * another party may have added one: browsers stop there.
 */
function joined(name: string, values: readonly string[]): string {
  if (name !== 'location') return values.join(', ')
  const [first = '', ...others] = new Set(values)
  if (others.length === 0) return first
  throw new FetchError('PROTOCOL_ERROR', 'The answer leads to two addresses at once')
}
