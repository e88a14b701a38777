import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveCanary, type LocalServer } from '../../../net/local-servers.ts'
import { TestApp } from '../../../testing/start-test-app.ts'
import { findClient } from './find-client.ts'

let app: TestApp
let canary: LocalServer

/** The addresses of host names, of which at least one is private. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'metadata.example': ['169.254.169.254'],
  'inside.example': ['93.184.216.34', '10.0.0.1'],
}

beforeAll(async () => {
  canary = await serveCanary()
  app = await TestApp.start({
    resolve: async (host) =>
      (NAMES[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await canary[Symbol.asyncDispose]()
})

const ADDRESSES = (port: number): string[] => [
  ...['127.0.0.1', '[::1]', '169.254.169.254', '10.0.0.1', 'localhost'].flatMap((host) => [
    `https://${host}/client.json`,
    `https://${host}:${port}/client.json`,
    `http://${host}:${port}/client.json`,
  ]),
  ...Object.keys(NAMES).map((host) => `https://${host}/client.json`),
]

const MALFORMED = [
  'http://app.example/client.json',
  'https://app.example',
  'https://app.example/',
  'https://app.example/?a=b',
  'https://app.example/a#b',
  'https://me@app.example/a',
  'https://app.example/a/../b',
  'https://app.example/a/%2e%2e/b',
  'https://app.example:443/a',
  'https://APP.example/a',
  'HTTPS://app.example/a',
  'https://127.1/a',
  'https://app.example:8443/a',
  'https://',
  `https://app.example/${'a'.repeat(1_000)}`,
  'cli_00000000000000000000000000',
  'cli_short',
  '',
  '\u0000',
]

it('not a byte is sent to a private address for a document', async () => {
  const opened: string[] = []
  const note = (message: unknown) => opened.push(String(message))
  subscribe('net.client.socket', note)
  const found: string[] = []
  for (const id of [...ADDRESSES(canary.port), ...MALFORMED]) {
    await findClient(app.app.services.context, id).then(
      () => found.push(id),
      (error: unknown) =>
        expect([id, error]).toEqual([id, expect.objectContaining({ oauth: 'invalid_client' })]),
    )
  }
  unsubscribe('net.client.socket', note)
  expect(found).toEqual([])
  // A socket to a name is made before the name's addresses are known; in these tests it connects to none of them.
  expect(opened.length).toBeLessThanOrEqual(Object.keys(NAMES).length)
  expect(canary.connections()).toBe(0)
})
