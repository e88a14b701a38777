import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ServerRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: NodeJS.Dict<string | string[]>
  body: string
}

export interface ServerAnswer {
  status?: number
  headers?: Readonly<Record<string, string>>
  body: string
}

/** A server of this machine whose answers a function makes. */
export class AnsweringServer {
  readonly #server: Server
  readonly origin: string

  private constructor(server: Server) {
    this.#server = server
    // @NOTE a server that listens on a port has such an address.
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async start(answer: (request: ServerRequest) => ServerAnswer): Promise<AnsweringServer> {
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local')
      const { method = 'GET', headers } = request
      const reply = (body: string): void => {
        const given = answer({ method, path: pathname, query: searchParams, headers, body })
        response.writeHead(given.status ?? 200, given.headers).end(given.body)
      }
      // A browser that goes away sends the end of nothing, which needs no answer.
      text(request).then(reply, () => response.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new AnsweringServer(server)
  }

  /** Refuses connections from then on, like a server that is down. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#server.listening) return
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
