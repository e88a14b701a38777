import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A port of the loopback address that sends requests on with a key: the suite cannot send one itself. */
export class BearerProxy implements AsyncDisposable {
  readonly url: string
  readonly #server: Server

  private constructor(url: string, server: Server) {
    this.url = url
    this.#server = server
  }

  static async open(target: string, key: string): Promise<BearerProxy> {
    const server = createServer((asked, answer) => sendOn(target, key, asked, answer))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // @NOTE a server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo
    return new BearerProxy(`http://127.0.0.1:${port}`, server)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Leaves Host and Origin as they came, for the service to judge. */
function sendOn(target: string, key: string, asked: IncomingMessage, answer: ServerResponse): void {
  const sent = request(new URL(asked.url ?? '/', target), {
    method: asked.method,
    headers: { ...asked.headers, authorization: `Bearer ${key}` },
  })
  sent.on('response', (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(answer)
  })
  sent.on('error', () => answer.destroy())
  answer.on('close', () => sent.destroy())
  asked.pipe(sent)
}
