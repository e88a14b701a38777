import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { serveCanary, type LocalServer } from '../../net/local-servers.ts'
import rows from '../../net/ssrf-urls.data.json' with { type: 'json' }
import { TestApp } from '../../testing/start-test-app.ts'
import { Subscriber, SUBSCRIPTION } from '../../testing/subscriber.ts'

/** A server on every address of this machine, which no delivery must reach. */
let canary: LocalServer
let app: TestApp
let owner: Subscriber

beforeAll(async () => {
  canary = await serveCanary()
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  app = await TestApp.start({ resolve })
})

// Limits of callers and of tests count by the minute.
beforeEach(async () => {
  app.clock.advance({ minutes: 1 })
  owner = await Subscriber.open(app)
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await canary[Symbol.asyncDispose]()
})

/** Returns an address as it is, and with the canary's port by http and by https. */
function variants(text: string): string[] {
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol)) return [text]
  url.port = String(canary.port)
  const plain = url.href
  url.protocol = 'https:'
  return [text, plain, url.href]
}

const refused = rows.filter(({ expect: kind }) => kind !== 'permitted')

describe('in production', () => {
  it.each(refused)('nobody is subscribed at $url ($what), and nothing is sent', async ({ url }) => {
    const { id } = await owner.subscribe()
    for (const one of variants(url)) {
      const body = { ...SUBSCRIPTION, url: one }
      for (const answer of [await owner.create(body), await owner.change(id, { url: one })]) {
        expect([one, answer.status]).toEqual([one, 422])
        expect(answer.body.error?.fields).toEqual([
          expect.objectContaining({
            path: 'url',
            location: 'body',
            code: 'refused_url',
            message: expect.stringMatching(/^[A-Z][^\n]+$/),
          }),
        ])
      }
    }
    expect(await owner.read(id)).toMatchObject({ url: SUBSCRIPTION.url, version: 1 })
    expect(canary.connections()).toBe(0)
  })

  it.each(refused)('a test is not sent to $url either, where a row has it', async ({ url }) => {
    const { id } = await owner.subscribe()
    const { webhooks } = app.app.services.context.tenant(owner.org.id)
    for (const one of variants(url)) {
      await webhooks.update(id).set({ url: one }).execute()
      const { status, body } = await owner.call('POST', `/${id}/test`)
      expect([one, status, body.data]).toEqual([
        one,
        200,
        expect.objectContaining({ delivered: false, status: 'blocked', httpStatus: null }),
      ])
    }
    expect(canary.connections()).toBe(0)
  })

  it('a name that leads to this machine is found out when it is sent to', async () => {
    const url = `https://harbour.example:${canary.port}/`
    const { id } = await owner.subscribe({ url })
    const { body } = await owner.call('POST', `/${id}/test`)
    expect(body.data).toMatchObject({ delivered: false, status: 'blocked' })
    expect(body.data['error']).not.toContain('127.0.0.1')
    expect(canary.connections()).toBe(0)
  })

  it.each([
    ['http://receiver.example/', 'Only https URLs are permitted here'],
    ['ftp://receiver.example/', 'Only https and http URLs can be fetched'],
    ['https://user:pass@receiver.example/', 'A URL with a user name or password is not fetched'],
    ['https://receiver.example:25/', 'Port 25 is not permitted'],
    ['https://10.0.0.1/', 'The host is at a private or reserved address'],
    ['https://localhost/', 'The host name is one of a private network'],
    ['https://intranet/', 'The host name is one of a private network'],
    ['https://printer.local/', 'The host name is one of a private network'],
    ['https://db.internal/', 'The host name is one of a private network'],
    ['receiver.example', 'This is not a complete URL'],
    ['https://', 'This is not a complete URL'],
    ['https:///', 'This is not a complete URL'],
  ])('%s is refused, and why: %s', async (url, message) => {
    const { body } = await owner.create({ ...SUBSCRIPTION, url })
    expect(body.error?.fields).toEqual([
      { path: 'url', location: 'body', code: 'refused_url', message },
    ])
  })

  it.each(['https://receiver.example:8443/x', 'https://8.8.8.8/', 'https://münchen.example/ü?q=1'])(
    '%s is an address for a receiver',
    async (url) => {
      expect((await owner.create({ ...SUBSCRIPTION, url })).status).toBe(201)
    },
  )
})
