import { request } from 'node:http'
import { text } from 'node:stream/consumers'

interface Sent {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body: string | Buffer | undefined
}

export interface Received {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

const TIMEOUT_MS = 120_000

/** Sends a request that `fetch` would mend before sending it, on a connection of its own. Throws where no answer comes. */
export function exchange(url: string, { method, path, headers, body }: Sent): Promise<Received> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path,
        headers,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (incoming) => {
        // The service may answer and hang up before it has read everything.
        outgoing.off('error', reject).on('error', () => undefined)
        const { statusCode = 0 } = incoming
        const received = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ])
        text(incoming).then(
          (read) =>
            resolve({ status: statusCode, headers: Object.fromEntries(received), body: read }),
          reject,
        )
      },
    )
    outgoing.on('error', reject)
    if (body !== undefined) outgoing.setHeader('Content-Length', Buffer.byteLength(body))
    outgoing.end(body)
  })
}
