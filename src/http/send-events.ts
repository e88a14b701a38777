import type { ServerResponse } from 'node:http'
import type { ServerSentEvent } from '../kernel/door/server-sent-event.ts'

/** The milliseconds between two signs of life: proxies close a connection that is silent for a long time. */
const HEARTBEAT_MS = 15_000

/**
 * Sends events as they come and as fast as the client takes them. The headers are sent at once: a client that has seen
 * everything may wait for a long time. A caller who may not watch was refused before. An error from here on only ends
 * the stream, and the client connects again with the last id that it saw.
 */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<ServerSentEvent>,
  signal: AbortSignal,
  { heartbeatMs = HEARTBEAT_MS } = {},
): Promise<void> {
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  response.setHeader('X-Accel-Buffering', 'no') // a proxy that gathers answers would hold the progress back
  response.flushHeaders()
  const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs)
  try {
    for await (const { id, event, data } of events) {
      if (response.closed || signal.aborted) break
      const told = data === undefined ? '' : `event: ${event}\ndata: ${JSON.stringify(data)}\n`
      if (!response.write(`id: ${id}\n${told}\n`)) await drained(response, signal)
    }
  } finally {
    clearInterval(heartbeat)
    response.end()
  }
}

/** Resolves once the client has taken the written data or is gone, or once the signal is aborted. */
function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      response.off('drain', goOn)
      response.off('close', goOn)
      signal.removeEventListener('abort', goOn)
      resolve()
    }
    if (response.closed || signal.aborted) return resolve()
    response.on('drain', goOn)
    response.on('close', goOn)
    signal.addEventListener('abort', goOn)
  })
}
