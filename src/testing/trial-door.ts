import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BodyBudget } from '../auth/body-budget.ts'
import type { HttpServices } from '../http/http-services.ts'
import { OpenStreams } from '../http/open-streams.ts'
import { restApp } from '../http/rest.ts'
import { routesOf } from '../http/routes.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { App } from '../server/app.ts'

/** The services of the HTTP adapters, as the dispatcher of a running service makes them. */
export function httpServicesOf({ services }: App): HttpServices {
  const { context, ...rest } = services
  return {
    ...rest,
    app: context,
    bodies: new BodyBudget(),
    streams: new OpenStreams(),
    publicUrl: context.publicUrl,
    servers: [],
    protectedResources: [],
  }
}

/** A port of a running service behind which there are operations of a test alone. */
export class TrialDoor implements AsyncDisposable {
  readonly url: string
  readonly #server: Server

  private constructor(url: string, server: Server) {
    this.url = url
    this.#server = server
  }

  static async open(app: App, operations: readonly Operation[]): Promise<TrialDoor> {
    const services = httpServicesOf(app)
    const server = createServer(restApp(operations, routesOf(operations, services), services))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // @NOTE a server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo
    return new TrialDoor(`http://127.0.0.1:${port}`, server)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
