import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EngineSender } from './engine-sender.ts'
import { GuardedClient } from './guarded-client.ts'
import { localUrl, serveHttp, type LocalServer } from './local-servers.ts'
import { parseAllowedNetworks } from './address-policy.ts'

let client: GuardedClient
let sender: EngineSender

beforeAll(() => {
  const allowed = parseAllowedNetworks('127.0.0.1/32')
  client = new GuardedClient({ policy: { schemes: 'any', ports: 'service', allowed } })
  sender = new EngineSender({
    operator: { accounts: new Map(), hasFake: false, tellsOfFake: false },
    clients: { operator: async () => client, organization: async () => client },
    userAgent: 'Citable',
    now: () => 0,
  })
})

afterAll(() => client[Symbol.asyncDispose]())

const send = (server: LocalServer, timeoutMs: number) =>
  sender.send({
    owner: 'operator',
    method: 'POST',
    url: localUrl(server),
    headers: {},
    body: '{}',
    timeoutMs,
    signal: new AbortController().signal,
  })

it('an answer that drips, or never begins, ends with its time, and is not tried again', async () => {
  const silences: ((response: ServerResponse) => unknown)[] = [
    () => undefined,
    (response) => response.writeHead(200).write('{"output": ['),
  ]
  for (const begin of silences) {
    await using server = await serveHttp((_, response) => begin(response))
    await expect(send(server, 100)).rejects.toMatchObject({ code: 'timeout', isRetryable: false })
  }
})

it('an answer without an end is cut at 4 MB', async () => {
  await using server = await serveHttp((_, response) => {
    const chunk = Buffer.alloc(262_144, 'x')
    const fill = (): void => {
      while (!response.destroyed && response.write(chunk)) {
        // The buffer of the socket takes more.
      }
    }
    response.on('drain', fill).writeHead(200)
    fill()
  })
  await expect(send(server, 60_000)).rejects.toMatchObject({ code: 'too_large' })
})

it('a server that is not there may be tried again', async () => {
  const gone = await serveHttp(() => undefined)
  await gone[Symbol.asyncDispose]()
  await expect(send(gone, 10_000)).rejects.toMatchObject({ code: 'network', isRetryable: true })
})
