import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BodyBudget } from '../auth/body-budget.ts'
import { OpenStreams } from '../http/open-streams.ts'
import { restApp } from '../http/rest.ts'
import { routesOf } from '../http/routes.ts'
import type { Operation } from '../kernel/door/operation.ts'
import type { TestApp } from './start-test-app.ts'

/** Serves operations that the service does not have, by all that it has: on a port of their own, with its data and keys. */
export async function serveOperations(
  app: TestApp,
  operations: readonly Operation[],
): Promise<{ url: string } & AsyncDisposable> {
  const { context, ...services } = app.app.services
  const http = {
    ...services,
    app: context,
    bodies: new BodyBudget(),
    streams: new OpenStreams(),
    publicUrl: app.url,
    servers: [],
    protectedResources: [],
  }
  const server: Server = createServer(restApp(operations, routesOf(operations, http), http))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // @NOTE a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
