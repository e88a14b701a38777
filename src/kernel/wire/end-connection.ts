import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Ends the connection with the answer, for a request whose rest nobody wants: Node would read all that has come by then, and
 * a body in pieces of one byte costs a second for each few megabytes.
 */
export function endConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false
  response.once('finish', () => socket.destroy())
}
