import type { LookupAddress } from 'node:dns'
import { createServer as createTlsServer } from 'node:https'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resolve } from '../../../net/guarded-connector.ts'
import { listen, localUrl, serveCanary, serveTcp } from '../../../net/local-servers.ts'
import certificate from '../../../net/test-certificate.data.json' with { type: 'json' }
import { openReceiver, refuseWith } from '../../../testing/webhook-receiver.ts'
import { TestWebhooks } from '../../../testing/test-webhooks.ts'
import type { TestApp } from '../../../testing/start-test-app.ts'

let app: TestApp
/** The addresses of names; each look-up takes the next of its lists, and then always the last. */
const names = new Map<string, LookupAddress[][]>()

const resolve: Resolve = async (name) => {
  const [next, ...later] = names.get(name) ?? []
  if (!next) throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' })
  if (later.length > 0) names.set(name, later)
  return next
}

const v4 = (address: string): LookupAddress => ({ address, family: 4 })

beforeAll(async () => {
  app = await TestWebhooks.service({
    environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32' },
    resolve,
  })
})

afterAll(() => app[Symbol.asyncDispose]())

/** Writes a byte every now and then, and never ends. */
function drip(response: ServerResponse): void {
  const drops = setInterval(() => response.write('.'), 100)
  response.on('close', () => clearInterval(drops))
}

/** Writes as fast as it is read, and never ends. */
function pour(response: ServerResponse): void {
  const write = (): void => {
    while (!response.destroyed && response.write('x'.repeat(10_000)));
  }
  response.on('drain', write)
  write()
}

const sendRaw = (bytes: string) =>
  serveTcp((socket) => socket.once('data', () => socket.end(bytes)))

describe('a bad receiver', () => {
  it('has a status of its own for each fault, and delays nobody else', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using canary = await serveCanary()
    await using healthy = await openReceiver()
    await using dripping = await openReceiver((_, response) => drip(response))
    await using endless = await openReceiver((_, response) => pour(response))
    await using moved = await openReceiver(refuseWith(302, { location: localUrl(canary) }))
    await using cut = await sendRaw('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc')
    await using huge = await sendRaw(`HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(40_000)}\r\n\r\n`)
    const { key, certificate: cert } = certificate
    await using selfSigned = await listen(createTlsServer({ key, cert }), '127.0.0.1')
    const refusing = await serveCanary('127.0.0.1')
    await refusing[Symbol.asyncDispose]()
    const faults = {
      'https//nowhere': 'blocked',
      'https://user:secret@receiver.example/': 'blocked',
      'http://127.0.0.1:6379/': 'blocked',
      [`http://127.0.0.2:${canary.port}/`]: 'blocked',
      'http://169.254.169.254/latest/meta-data/': 'blocked',
      'https://nowhere.example/': 'dns',
      [dripping.url]: 'timeout',
      [endless.url]: 'delivered',
      [moved.url]: 'redirect',
      [localUrl(cut)]: 'reset',
      [localUrl(huge)]: 'reset',
      [`https://127.0.0.1:${selfSigned.port}/`]: 'tls',
      [localUrl(refusing)]: 'refused',
    }
    const urlOf = new Map<string, string>()
    for (const url of Object.keys(faults)) urlOf.set((await webhooks.subscribe(url)).id, url)
    const well = await webhooks.subscribe(healthy.url)
    await webhooks.emit()
    // The one that drips has the whole time of an attempt.
    await expect.poll(() => webhooks.attempts()).toHaveLength(Object.keys(faults).length)
    expect(webhooks.statuses(well.id)).toEqual(['delivered'])
    await webhooks.idle()
    const attempts = webhooks.attempts().filter((row) => row.subscription_id !== well.id)
    const found = attempts.map(({ subscription_id: id, status }) => [urlOf.get(id), status])
    expect(Object.fromEntries(found)).toEqual(faults)
    const failed = attempts.filter(({ status }) => status !== 'delivered')
    expect(failed.map((row) => row.is_final)).toEqual(failed.map(() => 0))
    for (const { error } of failed) {
      expect(error).toMatch(/^[A-Z][^\n]+$/)
      expect(error).not.toMatch(/secret|\d+\.\d+\.\d+\.\d+/)
    }
    const poured = attempts.find(({ status }) => status === 'delivered')
    expect(poured).toMatchObject({ is_final: 1, response_body: 'x'.repeat(16_384) })
    const timeout = attempts.find(({ status }) => status === 'timeout')
    expect(timeout).toMatchObject({ error: 'No complete answer within 5000 ms' })
    expect(webhooks.jobs()).toHaveLength(Object.keys(faults).length - 1)
    expect(canary.connections()).toBe(0)
  })
})

describe('a name', () => {
  it('is resolved again for each attempt, so an error of DNS passes', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver()
    const { port } = new URL(receiver.url)
    await webhooks.subscribe(`http://late.example:${port}/`)
    await webhooks.deliver()
    names.set('late.example', [[v4('127.0.0.1')]])
    await webhooks.next()
    expect(webhooks.statuses()).toEqual(['dns', 'delivered'])
  })

  it('is blocked when it is bound to another address after the first attempt', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using canary = await serveCanary('127.0.0.2')
    await using receiver = await openReceiver(refuseWith(500, { connection: 'close' }))
    names.set('rebound.example', [[v4('127.0.0.1')], [v4('127.0.0.2')]])
    await webhooks.subscribe(`http://rebound.example:${new URL(receiver.url).port}/`)
    await webhooks.deliver()
    await webhooks.next()
    await webhooks.tenant.webhooks
      .update((await webhooks.tenant.webhooks.query().select('id').executeTakeFirstOrThrow()).id)
      .set({ url: `http://rebound.example:${canary.port}/` })
      .execute()
    await webhooks.next()
    expect(webhooks.statuses()).toEqual(['http_500', 'blocked', 'blocked'])
    expect(webhooks.attempts()[1]).toMatchObject({
      error: 'The host is at a private or reserved address',
      response_body: null,
      response_headers: null,
    })
    expect([receiver.received.length, canary.connections()]).toEqual([1, 0])
  })

  it.each([
    ['first', ['127.0.0.2', '127.0.0.1']],
    ['last', ['127.0.0.1', '127.0.0.2']],
  ])('is blocked when the private one of its addresses comes %s', async (place, addresses) => {
    const webhooks = await TestWebhooks.on(app)
    await using canary = await serveCanary()
    names.set(`${place}.example`, [addresses.map(v4)])
    await webhooks.subscribe(`http://${place}.example:${canary.port}/`)
    await webhooks.deliver()
    expect(webhooks.statuses()).toEqual(['blocked'])
    expect(canary.connections()).toBe(0)
  })
})
