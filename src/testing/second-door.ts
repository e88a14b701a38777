import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { createDispatcher } from '../server/dispatcher.ts'
import type { ServerDefinition } from '../kernel/assistants/server-definition.ts'

interface Options {
  useFastLane?: boolean
  /** The MCP servers behind the door; by default those of the service. */
  servers?: readonly ServerDefinition[]
}

/** Another port of a running service: the same data, keys, limits and clock behind a door of its own. */
export class SecondDoor implements AsyncDisposable {
  readonly url: string
  readonly #server: Server

  private constructor(url: string, server: Server) {
    this.url = url
    this.#server = server
  }

  static async open(app: App, { useFastLane = true, servers }: Options): Promise<SecondDoor> {
    const dispatch = createDispatcher(readConfig({}), app.services, { useFastLane }, servers)
    return SecondDoor.behind((request, response) => void dispatch(request, response))
  }

  /** Opens a port for any handler. */
  static async behind(handler: RequestListener): Promise<SecondDoor> {
    const server = createServer(handler)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // @NOTE a server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo
    return new SecondDoor(`http://127.0.0.1:${port}`, server)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
