import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ArrivedEvent {
  id: string
  event: string
  payload: Readonly<Record<string, unknown>>
  /** The time in the body, in epoch milliseconds. */
  timestamp: number
  headers: IncomingMessage['headers']
  /** The body as it came, for signatures. */
  raw: string
}

/** Answers a delivery; by default with 200. */
export type AnswerEvent = (delivery: ArrivedEvent, response: ServerResponse) => void

/** A subscriber's server on a free port of the loopback address, with every delivery that it was sent. */
export class EventReceiver implements AsyncDisposable {
  readonly received: ArrivedEvent[] = []
  /** The deliveries that were answered with 2xx. */
  readonly taken: ArrivedEvent[] = []
  /** Called with each delivery before it is answered. */
  onReceived: ((delivery: ArrivedEvent) => void) | undefined
  /** Called when a delivery was answered with 2xx. */
  onTaken: (() => void) | undefined
  readonly #server: Server
  readonly #answer: AnswerEvent

  private constructor(server: Server, answer: AnswerEvent) {
    this.#server = server
    this.#answer = answer
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      // A sender that died in the middle has delivered nothing.
      text(request).then(
        (raw) => this.#receive(raw, request.headers, response),
        () => response.destroy(),
      )
    })
  }

  static async start(
    answer: AnswerEvent = (_, response) => response.end(),
  ): Promise<EventReceiver> {
    const server = createServer({ keepAliveTimeout: 60_000 })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new EventReceiver(server, answer)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #receive(raw: string, headers: IncomingMessage['headers'], response: ServerResponse): void {
    // @NOTE the service wrote it; a body of another form fails the test that reads it.
    const body = JSON.parse(raw) as {
      id?: string
      event: string
      payload: Record<string, unknown>
      timestamp: string
    }
    const { event, payload } = body
    const id = String(headers['webhook-id'])
    const timestamp = Date.parse(body.timestamp)
    const delivery = { id, event, payload, timestamp, headers, raw }
    this.received.push(delivery)
    this.onReceived?.(delivery)
    response.once('finish', () => {
      if (response.statusCode >= 300) return
      this.taken.push(delivery)
      this.onTaken?.()
    })
    this.#answer(delivery, response)
  }
}
