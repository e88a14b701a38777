import type { ApiRoutes, ApiSchemas } from './types/index.ts'

export type Route = keyof ApiRoutes
export type JsonRoute = { [R in Route]: ApiRoutes[R] extends { data: unknown } ? R : never }[Route]
export type ListRoute = {
  [R in Route]: ApiRoutes[R] extends { data: unknown[]; meta: { nextCursor: unknown } } ? R : never
}[Route]
type StreamRoute = { [R in Route]: ApiRoutes[R] extends { streams: string } ? R : never }[Route]
export type EventRoute = {
  [R in StreamRoute]: 'text/event-stream' extends ApiRoutes[R]['streams'] ? R : never
}[StreamRoute]

type Input<R extends Route> = Pick<
  ApiRoutes[R],
  Extract<keyof ApiRoutes[R], 'path' | 'query' | 'body' | 'headers'>
>
interface Ending {
  /** Ends this call; other calls go on. */
  signal?: AbortSignal
}
/** The input of a route; it may be left out where nothing of it is required. */
export type Given<R extends Route> =
  object extends Input<R> ? [input?: Input<R> & Ending] : [input: Input<R> & Ending]

export interface Answer<R extends JsonRoute> {
  data: ApiRoutes[R]['data']
  meta: ApiRoutes[R]['meta']
}

/**
 * A refusal, in the words of the server; or an answer that came from something on the way, and not from the service.
 */
export class CitableError extends Error {
  readonly status: number
  /** The server's message, without the route and the fields that are in `message` as well. */
  readonly reason: string
  readonly code: ApiSchemas['Error']['code'] | 'NO_ENVELOPE'
  /** The fields of the request that are wrong, with what is wrong with each. */
  readonly fields: ApiSchemas['Error']['fields']
  /** The scopes that the route needs, of which the key lacks at least one. */
  readonly required: readonly string[]
  /** The id that finds the request in the log of the server. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(route: string, response: Response, body: Envelope | undefined) {
    const {
      code = 'NO_ENVELOPE',
      message = response.statusText,
      fields = [],
      required = [],
    } = body?.error ?? {}
    super(`${route}: ${[message, ...fields.map((one) => one.message)].join('; ')}`)
    this.name = 'CitableError'
    this.status = response.status
    this.reason = message
    this.code = code
    this.fields = fields
    this.required = required
    this.requestId = body?.meta?.requestId
    // A proxy on the way may write a date here, which is not a number.
    const seconds = Number.parseFloat(response.headers.get('retry-after') ?? '')
    this.retryAfterSeconds = Number.isNaN(seconds) ? undefined : seconds
  }
}

interface Envelope {
  error?: Partial<ApiSchemas['Error']> | null
  meta?: { requestId?: string }
}

/** The data of a server-sent event: the data of the JSON answer, or one item where that is a list. */
export type EventData<R extends EventRoute> = ApiRoutes[R]['data'] extends readonly (infer Item)[]
  ? Item
  : ApiRoutes[R]['data']

interface Options {
  /** Ends all calls that are under way. */
  signal?: AbortSignal
  /** The number of times that a request is sent again where the server says when; 2 by default. */
  retries?: number
  wait?: (seconds: number) => Promise<void>
}

/** Calls the REST surface: `new Citable(url, key).call('GET /sites/{id}', { path: { id } })`. */
export class Citable {
  readonly #url: string
  readonly #token: string | undefined
  readonly #options: Options

  /**
   * The token is a key, or that of a session. A page of the server itself needs no token, because its browser has the
   * session in a cookie, and has `/` for the url.
   */
  constructor(url: string, token?: string, options: Options = {}) {
    this.#url = `${url.replace(/\/+$/, '')}/api/v1`
    this.#token = token
    this.#options = options
  }

  /** Returns `data` and `meta`. Rejects with CitableError. */
  async call<R extends JsonRoute>(route: R, ...[input]: Given<R>): Promise<Answer<R>> {
    const response = await this.#send(route, 'application/json', input ?? {})
    return answerOf(route, response)
  }

  /** Yields every item of a list, page after page. */
  async *items<R extends ListRoute>(
    route: R,
    ...[input]: Given<R>
  ): AsyncGenerator<ApiRoutes[R]['data'][number]> {
    let asked: Asked = input ?? {}
    for (;;) {
      const response = await this.#send(route, 'application/json', asked)
      const { data, meta } = await answerOf(route, response)
      yield* data
      if (meta.nextCursor === null) return
      asked = { ...asked, query: { ...asked.query, cursor: meta.nextCursor } }
    }
  }

  /** Yields the text of a file as it comes, such as CSV. */
  async *stream<R extends StreamRoute>(
    route: R,
    type: ApiRoutes[R]['streams'],
    ...[input]: Given<R>
  ): AsyncGenerator<string> {
    const response = await this.#send(route, type, input ?? {})
    const decoder = new TextDecoder()
    for await (const chunk of chunksOf(response)) yield decoder.decode(chunk, { stream: true })
  }

  /** Yields the data of each server-sent event. */
  async *events<R extends EventRoute>(
    route: R,
    ...[input]: Given<R>
  ): AsyncGenerator<EventData<R>> {
    const response = await this.#send(route, 'text/event-stream', input ?? {})
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of chunksOf(response)) {
      const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        // @NOTE an event has the data of the JSON answer, or of an item where that is a list.
        if (data !== undefined) yield JSON.parse(data) as EventData<R>
      }
    }
  }

  async #send(route: Route, accept: string, asked: Asked): Promise<Response> {
    const { retries = 2, wait = waiting(this.#signalOf(asked)) } = this.#options
    for (let left = retries; ; left--) {
      const response = await fetch(...this.#request(route, accept, asked))
      if (response.ok) return response
      // @NOTE every error of /api/v1 is the envelope.
      const body = (await jsonOf(response)) as Envelope | undefined
      const error = new CitableError(route, response, body)
      if (left <= 0 || !mayRepeat(route, asked, error)) throw error
      await wait(error.retryAfterSeconds ?? 1)
    }
  }

  /**
   * Returns the signal that ends this call: with the call's own signal or with that of all calls, whichever is first.
   */
  #signalOf({ signal: own }: Asked): AbortSignal | undefined {
    const { signal } = this.#options
    return own && signal ? AbortSignal.any([own, signal]) : (own ?? signal)
  }

  #request(route: Route, accept: string, asked: Asked): [string, RequestInit] {
    const { headers = {}, body } = asked
    const [method = ''] = route.split(' ')
    const signal = this.#signalOf(asked)
    const token = this.#token
    const init = {
      method,
      headers: {
        ...headers,
        accept,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(token === undefined && { credentials: 'same-origin' as const }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }
    return [`${this.#url}${addressOf(route, asked)}`, init]
  }
}

/** Returns the address of a route below `/api/v1`, with the query after `?`. */
export function addressOf(route: Route, { path = {}, query = {} }: Asked): string {
  const [, template = ''] = route.split(' ')
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name])),
  )
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, queryValue(value)]),
  )
  return pairs.length === 0 ? address : `${address}?${search.toString()}`
}

interface Asked {
  path?: Readonly<Record<string, unknown>> | undefined
  query?: Readonly<Record<string, unknown>> | undefined
  headers?: Readonly<Record<string, string>> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
}

/** Reads the answer to a route. Rejects with CitableError where it is no JSON, because something on the way answered. */
async function answerOf<R extends JsonRoute>(route: R, response: Response): Promise<Answer<R>> {
  // @NOTE an answer has the type that docs/openapi.json says of its route.
  const answer = (await jsonOf(response)) as Answer<R> | undefined
  if (answer === undefined) throw new CitableError(route, response, undefined)
  return answer
}

/**
 * Reads a stream by its reader, because not all types of browsers can iterate over a stream. A caller that stops early
 * ends the request.
 */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

/** Writes a list of text with commas between its items, and any other value that is not a text as JSON. */
function queryValue(value: unknown): string {
  if (typeof value === 'string') return value
  const isText = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isText ? value.join(',') : JSON.stringify(value)
}

/**
 * Says whether a request may be sent again. A request that came too soon had no effect. One that failed otherwise may
 * have had its effect, so it is sent again only where a second request has no further effect.
 */
function mayRepeat(route: Route, { headers = {} }: Asked, { status }: CitableError): boolean {
  if (status === 429) return true
  return status === 503 && (!route.startsWith('POST ') || 'Idempotency-Key' in headers)
}

/** Undefined for what is no JSON. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const waiting = (signal?: AbortSignal) => (seconds: number) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('The wait was ended', { cause: signal.reason }))
    })
  })
