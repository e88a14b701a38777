import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net'

/** A test server on a free port; disposing of it ends its connections. */
export interface LocalServer extends AsyncDisposable {
  port: number
  /** Returns the number of connections accepted so far. */
  connections: () => number
}

/** Answers one request; the return value is ignored. */
type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Starts an HTTP server that plays the outside world. */
export const serveHttp = (listener: Listener, host = '127.0.0.1'): Promise<LocalServer> =>
  listen(
    createServer((request, response) => {
      listener(request, response)
    }),
    host,
  )

/** Returns the URL of a path on a server on 127.0.0.1. */
export const localUrl = ({ port }: { port: number }, path = '/'): string =>
  `http://127.0.0.1:${port}${path}`

/** Starts a TCP server for answers that no HTTP server gives. Without a host it listens on every address. */
export function serveTcp(
  onConnection: (socket: Socket) => void,
  host?: string,
): Promise<LocalServer> {
  const server = createTcpServer((socket) => {
    // Clients under test hang up in the middle on purpose.
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  })
  return listen(server, host)
}

/** Starts a private server that must not be reached: it counts connections and answers nothing. */
export const serveCanary = (host?: string): Promise<LocalServer> =>
  serveTcp((socket) => socket.resume(), host)

/** Starts a server and counts its connections. */
export async function listen(server: Server | TcpServer, host?: string): Promise<LocalServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen({ port: 0, host })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    port: address.port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
