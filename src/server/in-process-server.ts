import { createServer } from 'node:http'
import { duplexPair, type Duplex } from 'node:stream'
import type { Handler } from './dispatcher.ts'

/** Serves HTTP to this process alone, over connections in memory. Gives what opens one. */
export function inProcessServer(handler: Handler): () => Duplex {
  const server = createServer((request, response) => {
    handler(request, response)
  })
  return () => {
    const [near, end] = duplexPair()
    // Who has the connection is on this machine: a key that may be used from there alone is let in.
    const far = Object.assign(end, { remoteAddress: '127.0.0.1' })
    // A caller that hangs up is heard at the other end, as of a socket.
    near.once('close', () => far.destroy())
    server.emit('connection', far)
    return near
  }
}
