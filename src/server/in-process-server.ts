import { createServer } from 'node:http'
import { duplexPair, type Duplex } from 'node:stream'
import type { Handler } from './dispatcher.ts'

/** Serves HTTP to this process alone, over connections in memory. Returns a function that opens a connection. */
export function inProcessServer(handler: Handler): () => Duplex {
  const server = createServer((request, response) => {
    handler(request, response)
  })
  return () => {
    const [near, end] = duplexPair()
    // The caller is on this machine, so a key that may be used only from this machine is let in.
    const far = Object.assign(end, { remoteAddress: '127.0.0.1' })
    // A caller that hangs up is noticed at the other end, as with a socket.
    near.once('close', () => far.destroy())
    server.emit('connection', far)
    return near
  }
}
