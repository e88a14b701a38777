import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { ChangeNotifier } from '../lib/concurrency/change-notifier.ts'
import { streamSignal } from './disconnect-signal.ts'

const server = createServer()
afterEach(() => server.close())

/** Returns the response to a client that has left. */
async function leftResponse(): Promise<ServerResponse> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // @NOTE a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  const client = get({ port, host: '127.0.0.1', agent: false })
  client.on('error', () => client.destroy())
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  const closed = once(response, 'close')
  client.destroy()
  await closed
  return response
}

const timers = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length

it('the signal of a client that has left already is aborted, and keeps nothing', async () => {
  const response = await leftResponse()
  const before = timers()
  const stopping = new AbortController().signal
  const signal = streamSignal(response, {
    stopping,
    rights: () => new ChangeNotifier().watch('rights'),
    isLive: async () => true,
    onEnded: () => expect.unreachable(),
  })
  expect(signal.aborted).toBe(true)
  expect(timers()).toBeLessThanOrEqual(before)
})
