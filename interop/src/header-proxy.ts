import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** Makes the headers that a proxy adds to each request. */
type AddedHeaders = () => Readonly<Record<string, string>>

/**
 * A port of the loopback address that sends requests on with headers, such as a key, because the suite cannot send any.
 */
export class HeaderProxy implements AsyncDisposable {
  readonly url: string
  readonly #server: Server

  private constructor(url: string, server: Server) {
    this.url = url
    this.#server = server
  }

  static async open(target: string, added: AddedHeaders): Promise<HeaderProxy> {
    const server = createServer((asked, answer) => sendOn(target, added(), asked, answer))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // @NOTE a server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo
    return new HeaderProxy(`http://127.0.0.1:${port}`, server)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Leaves Host and Origin as they came, for the service to judge. */
function sendOn(
  target: string,
  added: Readonly<Record<string, string>>,
  asked: IncomingMessage,
  answer: ServerResponse,
): void {
  const sent = request(new URL(asked.url ?? '/', target), {
    method: asked.method,
    headers: { ...asked.headers, ...added },
  })
  sent.on('response', (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(answer)
  })
  sent.on('error', () => answer.destroy())
  answer.on('close', () => sent.destroy())
  asked.pipe(sent)
}
