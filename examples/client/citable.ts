import type { ApiRoutes, ApiSchemas } from './types/index.ts'

type Route = keyof ApiRoutes
type JsonRoute = { [R in Route]: ApiRoutes[R] extends { data: unknown } ? R : never }[Route]
type ListRoute = {
  [R in Route]: ApiRoutes[R] extends { data: unknown[]; meta: { nextCursor: unknown } } ? R : never
}[Route]
type StreamRoute = { [R in Route]: ApiRoutes[R] extends { streams: string } ? R : never }[Route]
type EventRoute = {
  [R in StreamRoute]: 'text/event-stream' extends ApiRoutes[R]['streams'] ? R : never
}[StreamRoute]

type Input<R extends Route> = Pick<
  ApiRoutes[R],
  Extract<keyof ApiRoutes[R], 'path' | 'query' | 'body' | 'headers'>
>
/** What a route takes; it may be left out where nothing of it is required. */
type Given<R extends Route> = object extends Input<R> ? [input?: Input<R>] : [input: Input<R>]

export interface Answer<R extends JsonRoute> {
  data: ApiRoutes[R]['data']
  meta: ApiRoutes[R]['meta']
}

/** A refusal, in the words of the server. */
export class CitableError extends Error {
  readonly status: number
  readonly code: ApiSchemas['Error']['code'] | 'NO_ENVELOPE'
  /** What is wrong with each field of what was sent. */
  readonly fields: ApiSchemas['Error']['fields']
  /** The scopes of which the key lacks one. */
  readonly required: readonly string[]
  /** Name it to whoever looks into the log. */
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
    this.code = code
    this.fields = fields
    this.required = required
    this.requestId = body?.meta?.requestId
    const seconds = response.headers.get('retry-after')
    this.retryAfterSeconds = seconds === null ? undefined : Number(seconds)
  }
}

interface Envelope {
  error?: Partial<ApiSchemas['Error']> | null
  meta?: { requestId?: string }
}

/** What a server-sent event tells: the data of the JSON answer, or an item where that is a list. */
type EventData<R extends EventRoute> = ApiRoutes[R]['data'] extends readonly (infer Item)[]
  ? Item
  : ApiRoutes[R]['data']

interface Options {
  /** Ends what is under way. */
  signal?: AbortSignal
  /** How often a request is sent again where the server says when; 2 by default. */
  retries?: number
  wait?: (seconds: number) => Promise<void>
}

/** Calls the REST surface: `new Citable(url, key).call('GET /sites/{id}', { path: { id } })`. */
export class Citable {
  readonly #url: string
  readonly #token: string
  readonly #options: Options

  /** The token is a key, or that of a session. */
  constructor(url: string, token: string, options: Options = {}) {
    this.#url = `${url.replace(/\/+$/, '')}/api/v1`
    this.#token = token
    this.#options = options
  }

  /** Answers `data` and `meta`. Rejects with CitableError. */
  async call<R extends JsonRoute>(route: R, ...[input]: Given<R>): Promise<Answer<R>> {
    const response = await this.#send(route, 'application/json', input ?? {})
    // @NOTE an answer has the type that docs/openapi.json says of its route.
    return (await response.json()) as Answer<R>
  }

  /** Gives every item of a list, page after page. */
  async *items<R extends ListRoute>(
    route: R,
    ...[input]: Given<R>
  ): AsyncGenerator<ApiRoutes[R]['data'][number]> {
    let asked: Asked = input ?? {}
    for (;;) {
      const response = await this.#send(route, 'application/json', asked)
      // @NOTE as above.
      const { data, meta } = (await response.json()) as Answer<R>
      yield* data
      if (meta.nextCursor === null) return
      asked = { ...asked, query: { ...asked.query, cursor: meta.nextCursor } }
    }
  }

  /** Gives the text of a file as it comes, such as CSV. */
  async *stream<R extends StreamRoute>(
    route: R,
    type: ApiRoutes[R]['streams'],
    ...[input]: Given<R>
  ): AsyncGenerator<string> {
    const response = await this.#send(route, type, input ?? {})
    const decoder = new TextDecoder()
    for await (const chunk of chunksOf(response)) yield decoder.decode(chunk, { stream: true })
  }

  /** Gives the data of each server-sent event. */
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
    const { signal, retries = 2, wait = waiting(signal) } = this.#options
    for (let left = retries; ; left--) {
      const response = await fetch(...this.#request(route, accept, asked))
      if (response.ok) return response
      const error = new CitableError(route, response, await envelopeOf(response))
      if (left <= 0 || !mayRepeat(route, asked, error)) throw error
      await wait(error.retryAfterSeconds ?? 1)
    }
  }

  #request(
    route: Route,
    accept: string,
    { path = {}, query = {}, headers = {}, body }: Asked,
  ): [string, RequestInit] {
    const [method = '', template = ''] = route.split(' ')
    const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path[name])),
    )
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(
      pairs.map(([name, value]): [string, string] => [name, queryValue(value)]),
    )
    const { signal } = this.#options
    const init = {
      method,
      headers: {
        ...headers,
        accept,
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }
    return [`${this.#url}${address}${pairs.length === 0 ? '' : `?${search.toString()}`}`, init]
  }
}

interface Asked {
  path?: Readonly<Record<string, unknown>> | undefined
  query?: Readonly<Record<string, unknown>> | undefined
  headers?: Readonly<Record<string, string>> | undefined
  body?: unknown
}

/** Reads by a reader: to the types of browsers a stream is not iterable everywhere. Who stops early ends the request. */
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

/** Lists of text go with commas between them, what else is no bare value as JSON. */
function queryValue(value: unknown): string {
  if (typeof value === 'string') return value
  const isText = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isText ? value.join(',') : JSON.stringify(value)
}

/** A request that came too soon had no effect. One that failed otherwise may have had its effect: it is sent again only where a second one has none. */
function mayRepeat(route: Route, { headers = {} }: Asked, { status }: CitableError): boolean {
  if (status === 429) return true
  return status === 503 && (!route.startsWith('POST ') || 'Idempotency-Key' in headers)
}

/** The body of a refusal; undefined where something on the way answered, and not the server. */
async function envelopeOf(response: Response): Promise<Envelope | undefined> {
  try {
    // @NOTE every error of /api/v1 is the envelope.
    return (await response.json()) as Envelope
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
