import type { ServerResponse } from 'node:http'
import type { ServerEvent } from '../core/server-event.ts'

const HEARTBEAT_MS = 15_000

/**
 * Sends events as they come. The first is made before the headers, so that an error up to there is still an envelope;
 * after it the stream just ends, and the client connects again with the last id that it saw.
 */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<ServerEvent>,
): Promise<void> {
  const iterator = events[Symbol.asyncIterator]()
  let next = await iterator.next()
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  response.setHeader('X-Accel-Buffering', 'no') // a proxy that gathers answers would hold the progress back
  response.flushHeaders()
  // Proxies close what is silent for long.
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
  try {
    while (!next.done && !response.closed) {
      const { id, event, data } = next.value
      response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      next = await iterator.next()
    }
  } finally {
    clearInterval(heartbeat)
    await iterator.return?.()
    response.end()
  }
}
