import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Received {
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A receiver of webhooks on this machine, which keeps what came and answers with a status. */
export class WebhookReceiver implements AsyncDisposable {
  readonly received: Received[] = []
  status = 204
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      const receive = async (): Promise<void> => {
        this.received.push({ headers: request.headers, body: await buffer(request) })
        response.writeHead(this.status).end()
      }
      receive().catch(() => response.destroy())
    })
  }

  /** Listens on a free port by default. */
  static async start(port = 0): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    receiver.#server.listen(port, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get url(): string {
    // @NOTE a server that listens on a port has such an address.
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}/hooks`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
