import { describe, expect, it } from 'vitest'
import { parseUrl } from '../../../lib/web/parse-url.ts'
import { serveCanary } from '../../../net/local-servers.ts'
import rows from '../../../net/ssrf-urls.data.json' with { type: 'json' }
import { TestApp } from '../../../testing/start-test-app.ts'
import { TestWebhooks } from '../../../testing/test-webhooks.ts'
import { accept, openReceiver } from '../../../testing/webhook-receiver.ts'
import { DeliveryDispatcher } from './delivery-dispatcher.ts'

const LOCAL = { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' }

describe('in production', () => {
  it('no address of the corpus is connected to, by http or https', async () => {
    await using closed = await TestApp.start()
    const webhooks = await TestWebhooks.on(closed)
    await using canary = await serveCanary()
    const refused = rows.filter(({ expect: kind }) => kind !== 'permitted')
    const urls = new Set(refused.flatMap(({ url }) => [url, ...variants(url, canary.port)]))
    for (const url of urls) await webhooks.subscribe(url)
    await webhooks.deliver()
    expect(webhooks.statuses()).toEqual([...urls].map(() => 'blocked'))
    expect(canary.connections()).toBe(0)
  })

  const variants = (text: string, port: number): string[] => {
    const url = parseUrl(text)
    if (!url || !/^https?:$/.test(url.protocol)) return []
    url.port = String(port)
    const plain = url.href
    url.protocol = 'https:'
    return [plain, url.href]
  }
})

describe('a stop', () => {
  it('waits for answers, notes them, and leaves the rest to the next start, each once', async () => {
    await using first = await TestApp.start({ environment: LOCAL })
    const webhooks = await TestWebhooks.on(first)
    const held: (() => void)[] = []
    await using receiver = await openReceiver((...args) => held.push(() => accept(...args)))
    await webhooks.subscribe(receiver.url)
    const ids: string[] = []
    for (let i = 0; i < 160; i++) ids.push(await webhooks.emit())
    await expect.poll(() => held).toHaveLength(1)
    held[0]?.()
    // How many more are claimed depends on how quickly the first one was answered.
    await expect.poll(() => held.length).toBeGreaterThan(16)
    const stopped = first.app.services.deliveries[Symbol.asyncDispose]()
    receiver.answer = accept
    for (const answer of held.slice(1)) answer()
    await stopped
    const sent = receiver.received.length
    expect(sent).toBeGreaterThan(16)
    expect(sent).toBeLessThan(130)
    expect(webhooks.jobs()).toHaveLength(160 - sent)
    await first.app[Symbol.asyncDispose]()
    await using second = await TestApp.start({ environment: LOCAL, directory: first.directory })
    await second.app.services.deliveries.onIdle()
    const delivered = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(delivered).toHaveLength(160)
    expect(new Set(delivered)).toEqual(new Set(ids))
  })
})

describe('a clock that was ahead', () => {
  it('keeps no delivery waiting once it is right again', async () => {
    await using wrong = await TestApp.start({ environment: LOCAL })
    const webhooks = await TestWebhooks.on(wrong)
    await using receiver = await openReceiver()
    await webhooks.subscribe(receiver.url)
    const { context, database, deliveries } = wrong.app.services
    await deliveries[Symbol.asyncDispose]()
    wrong.clock.jump({ days: 1 })
    await webhooks.emit()
    wrong.clock.jump({ days: -1 })
    await using next = new DeliveryDispatcher({ ...context, store: database.deliveries })
    next.start({ isAlone: true })
    for (const expected of [0, 0, 1]) {
      await next.onIdle()
      expect(receiver.received).toHaveLength(expected)
      wrong.clock.advance({ seconds: 30 })
    }
  })
})
