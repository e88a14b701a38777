import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { STRIPE_ENVIRONMENT } from './fake-stripe.ts'
import { ownId } from './own-id.ts'
import type { RawAnswer } from './raw-request.ts'
import { hasBody, type Route } from './routes.ts'
import { SAMPLE_CALLS } from './sample-calls.ts'
import { SampleOrganization } from './sample-organization.ts'
import { BROWSER_USER_AGENT, TestApp, type TestOrg } from './start-test-app.ts'
import { page, WebSite } from './web-site.ts'

/** A request that is sent as it is. */
export interface Attempt {
  /** Says what is wrong with the request, for the reader of a failure. */
  what: string
  path: string
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  /** Bytes in place of all that; the connection ends behind them. */
  raw?: Buffer
}

/** A call that succeeds, as `SAMPLE_CALLS` says. */
export interface SampleRequest {
  path: string
  query: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
}

interface Sent {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: string | Buffer | undefined
}

/** A service with an organization for each route, and requests to it that a client library would not send. */
export class FuzzedService implements AsyncDisposable {
  readonly app: TestApp
  readonly #web: WebSite
  /** Requests share one connection, as long as the service keeps it. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #sent = 0

  private constructor(app: TestApp, web: WebSite) {
    this.app = app
    this.#web = web
  }

  static async start(): Promise<FuzzedService> {
    const environment = {
      TRUST_PROXY: '1',
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
      ...STRIPE_ENVIRONMENT,
    }
    const app = await TestApp.start({ environment })
    return new FuzzedService(app, await WebSite.start({ '/': page('Home') }))
  }

  async caller(route: Route): Promise<FuzzCaller> {
    const org = await this.app.org('enterprise')
    const home = await SampleOrganization.of(this.app, org, this.#web)
    return new FuzzCaller({ service: this, org, home, route, token: await this.app.session(org) })
  }

  /** The limits of requests are not what is tried here, and a sample may take four requests besides. */
  headers(): Record<string, string> {
    this.#sent += 1
    if (this.#sent % 100 === 0) this.app.clock.advance({ minutes: 2 })
    return {
      'user-agent': BROWSER_USER_AGENT,
      'x-forwarded-for': `10.${(this.#sent >> 16) & 255}.${(this.#sent >> 8) & 255}.${this.#sent & 255}`,
    }
  }

  send({ method, path, headers, body }: Sent): Promise<RawAnswer> {
    const { hostname, port } = new URL(this.app.url)
    return new Promise((resolve, reject) => {
      const options = { hostname, port, method, path, headers, agent: this.#agent }
      const outgoing = request(options, (incoming) => {
        // The service may answer and hang up before it has read everything.
        outgoing.off('error', reject).on('error', () => undefined)
        const answer = { status: incoming.statusCode ?? 0, headers: incoming.headers }
        text(incoming).then((sent) => resolve({ ...answer, body: parsed(sent) }), reject)
      })
      outgoing.on('error', reject)
      if (body !== undefined) outgoing.setHeader('Content-Length', Buffer.byteLength(body))
      outgoing.end(body)
    })
  }

  async sendRaw(bytes: Buffer): Promise<RawAnswer> {
    const { hostname, port } = new URL(this.app.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.end(bytes)
    return readAnswer(await text(socket))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy()
    await this.app[Symbol.asyncDispose]()
    await this.#web[Symbol.asyncDispose]()
  }
}

/**
 * Parses the body of an answer. Returns the text where it is not JSON, which fails any test that expects the envelope.
 */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    if (error instanceof SyntaxError) return body
    throw error
  }
}

/** Reads the first answer on a connection. */
function readAnswer(received: string): RawAnswer {
  const [head = '', rest = ''] = received.split(/\r\n\r\n([^]*)/, 2)
  const [line = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((one) => [
      one.slice(0, one.indexOf(':')).toLowerCase(),
      one.slice(one.indexOf(':') + 1).trim(),
    ]),
  )
  const body = Buffer.from(rest).subarray(0, Number(headers['content-length'] ?? 0))
  return { status: Number(line.split(' ')[1]), headers, body: parsed(body.toString()) }
}

interface Parts {
  service: FuzzedService
  org: TestOrg
  home: SampleOrganization
  route: Route
  token: string
}

/** An owner who calls one route, again and again. */
export class FuzzCaller {
  readonly home: SampleOrganization
  readonly #service: FuzzedService
  readonly #org: TestOrg
  readonly #route: Route
  #token: string

  constructor({ service, org, home, route, token }: Parts) {
    this.#service = service
    this.#org = org
    this.home = home
    this.#route = route
    this.#token = token
  }

  /** Makes a call that succeeds. */
  async sample(): Promise<SampleRequest> {
    const { name, http } = this.#route
    const make = SAMPLE_CALLS[name]
    if (!make) {
      throw new Error(
        `${name} has no sample: add to src/testing/sample-calls.ts a call that succeeds for an owner`,
      )
    }
    const { ids = [], query = '', body = {} } = await make(this.home)
    const rest = [...ids]
    rest[0] &&= await this.#ownId(rest[0])
    const path = `/api/v1${http.path.replaceAll(/:\w+/g, () => rest.shift() ?? '')}`
    return { path, query: Object.fromEntries(new URLSearchParams(query)), body }
  }

  /** Headers of a request that nothing is wrong with. */
  get headers(): Record<string, string> {
    return {
      ...this.#service.headers(),
      authorization: `Bearer ${this.#token}`,
      ...(hasBody(this.#route) && { 'content-type': 'application/json' }),
    }
  }

  async send({ method, path, headers, body, raw }: Attempt): Promise<RawAnswer> {
    if (raw) return this.#service.sendRaw(raw)
    const named = method ?? this.#route.http.method.toUpperCase()
    const all = { ...this.headers, ...headers }
    return this.#service.send({ method: named, path, headers: all, body })
  }

  /**
   * Signs in again, an hour later: some calls end the session that they are made with, or have a limit of their own.
   */
  async renew(): Promise<void> {
    this.#service.app.clock.advance({ minutes: 61 })
    this.#token = await this.#service.app.session(this.#org)
  }

  async #ownId(word: string): Promise<string> {
    const { app } = this.#service
    // The call before may have ended it.
    if (word === 'current') this.#token = await app.session(this.#org)
    return ownId(app, word, this.#token)
  }
}
