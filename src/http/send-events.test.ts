import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { ServerSentEvent } from '../kernel/door/server-sent-event.ts'
import { sendEvents } from './send-events.ts'

/** Makes a stream with one event, which comes when `happen` is called; then the stream ends. */
function eventLater(): { events: AsyncIterable<ServerSentEvent>; happen: () => void } {
  let happen = (): void => undefined
  const happened = new Promise<void>((resolve) => {
    happen = resolve
  })
  async function* events(): AsyncGenerator<ServerSentEvent> {
    await happened
    yield { id: '7', event: 'done', data: { state: 'succeeded' } }
  }
  return { events: events(), happen: () => happen() }
}

it('a stream of events opens at once, and shows that it lives while there is nothing to say', async () => {
  const { events, happen } = eventLater()
  const server = createServer((_, response) => {
    sendEvents(response, events, new AbortController().signal, { heartbeatMs: 1 }).catch(
      (error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined)
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // @NOTE it listens on a port.
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/`)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.match(/: still here\n\n/g)?.length === 2) happen()
  }
  expect(text).toMatch(
    /^(?:: still here\n\n){2,}id: 7\nevent: done\ndata: \{"state":"succeeded"\}\n\n$/,
  )
  server.close()
})

it('a client that reads nothing is not sent all there is into memory', async () => {
  let made = 0
  async function* events(): AsyncGenerator<ServerSentEvent> {
    for (; made < 2_000; made++) yield { id: String(made), event: 'done', data: 'x'.repeat(50_000) }
  }
  let sent: Promise<void> | undefined
  const server = createServer((_, response) => {
    sent = sendEvents(response, events(), new AbortController().signal)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // @NOTE it listens on a port.
  const { port } = server.address() as AddressInfo
  const left = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/`, { signal: left.signal })
  const reader = response.body?.getReader()
  await reader?.read()
  left.abort()
  await sent
  expect(made).toBeLessThan(2_000)
  server.close()
})
