import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Handler } from './dispatcher.ts'
import { securityHeaders } from '../kernel/wire/security-headers.ts'
import { answerStarting } from '../http/health.ts'

/**
 * The milliseconds within which a request with its body has to arrive, so that a client cannot hold a connection open
 * with single bytes.
 */
const ARRIVAL_MS = 60_000

/** The most requests that wait for the end of a long start; further connections are closed at once. */
const MAX_WAITING = 1_000

/**
 * The most connections that may wait to be taken while the event loop is busy, as far as the machine allows it; Linux
 * resets those that it could not keep.
 */
const BACKLOG = 4_096

interface ListenerOptions {
  host: string
  port: number
  publicUrl?: string | undefined
}

/**
 * Listens on the port of the service. It is opened before anything else, so that a second start on the same port opens
 * none of the data. Requests that come before the service can answer wait for the rest of the start, except those that
 * ask how far the start is.
 */
export class Listener {
  /** The address at which this process is reached, without a slash at its end. */
  readonly url: string
  readonly #server: Server
  readonly #fixed: Readonly<Record<string, string>>
  #waiting: [IncomingMessage, ServerResponse][] = []

  private constructor(server: Server, publicUrl: string | undefined) {
    this.#server = server
    this.#fixed = securityHeaders(publicUrl ?? '')
    this.url = urlOf(server)
    server.on('request', this.#hold)
    server.maxConnections = MAX_WAITING
  }

  /** Listens on the port. Throws an error with a sentence for the operator when it cannot listen there. */
  static async open({ host, port, publicUrl }: ListenerOptions): Promise<Listener> {
    // An answer of Node's own to a request without Host has neither body nor limits.
    const server = createServer({ requireHostHeader: false, requestTimeout: ARRIVAL_MS })
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        reject(new Error(whyNot(error, host, port), { cause: error }))
      })
      server.listen({ port, host, backlog: BACKLOG }, resolve)
    })
    return new Listener(server, publicUrl)
  }

  /** Has requests answered by `handler` from now on, and by `refuse` what cannot be read as a request. */
  serve(handler: Handler, refuse: (cause: NodeJS.ErrnoException, socket: Duplex) => void): void {
    this.#server.off('request', this.#hold)
    this.#server.maxConnections = Number.POSITIVE_INFINITY
    this.#server.on('request', handler)
    // Node would refuse an unknown expectation by itself; RFC 9110 10.1.1 lets a server ignore it.
    this.#server.on('checkExpectation', handler)
    this.#server.on('clientError', refuse)
    for (const [request, response] of this.#waiting) handler(request, response)
    this.#waiting = []
  }

  /** Goes on taking requests, each on a connection that ends with its answer: the next one may go to another server. */
  endConnections(): void {
    // A connection that stays open after its answer would hold the stop up for as long as it is kept alive.
    this.#server.keepAliveTimeout = 1
    this.#server.prependListener('request', (_, response) => {
      response.shouldKeepAlive = false
    })
  }

  /** Stops taking requests and waits for those under way; connections that only wait are closed at once. */
  drain(timeoutMs: number): Promise<void> {
    const server = this.#server
    return new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), timeoutMs)
      this.endConnections()
      server.close(() => {
        clearTimeout(cut)
        resolve()
      })
      server.closeIdleConnections()
    })
  }

  /** Closes the port when the start failed; waiting requests get no answer. */
  async abandon(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  readonly #hold = (request: IncomingMessage, response: ServerResponse): void => {
    if (!answerStarting(this.#fixed, request, response)) this.#waiting.push([request, response])
  }
}

/** Returns the address at which a server that listens is reached from this machine. */
export function urlOf(server: Server): string {
  // @NOTE a server that listens on a port has an address of this form.
  const { port, family, address } = server.address() as AddressInfo
  const name = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
  return `http://${family === 'IPv6' && name !== '127.0.0.1' ? `[${name}]` : name}:${port}`
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken: stop what listens there, or set PORT to another one`
    case 'EACCES':
      return `Port ${port} of ${host} needs privileges that this process does not have; set PORT to one from 1024 on`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is no address of this machine`
    default:
      return `Cannot listen on port ${port} of ${host}: ${message}`
  }
}
