import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Subscriber } from '../../testing/subscriber.ts'
import { TestWebhooks } from '../../testing/test-webhooks.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { accept, openReceiver, refuseWith } from '../../testing/webhook-receiver.ts'

let app: TestApp
let owner: Subscriber

beforeAll(async () => {
  app = await TestWebhooks.service()
})

beforeEach(async () => {
  owner = await Subscriber.open(app)
})

afterAll(() => app[Symbol.asyncDispose]())

const idle = () => app.app.services.deliveries.onIdle()

const MOST_EVENTS = 30

/** Opens the breaker of a receiver; returns the subscription, and how many deliveries were put off. */
async function openBreaker(url: string): Promise<{ id: string; putOff: number }> {
  const { id } = await owner.subscribe({ url })
  for (let i = 0; i < MOST_EVENTS; i++) await owner.emit()
  await idle()
  const { consecutiveFailures } = (await owner.read(id)) as unknown as {
    consecutiveFailures: number
  }
  return { id, putOff: MOST_EVENTS - consecutiveFailures }
}

describe('a receiver that is down', () => {
  it('is sent to at once where its owner says that it is not', async () => {
    await using receiver = await openReceiver(refuseWith(503))
    const { id, putOff } = await openBreaker(receiver.url)
    expect(putOff).toBeGreaterThan(0)
    receiver.answer = accept
    const before = receiver.received.length
    await owner.change(id, { description: 'Another' })
    await idle()
    expect(receiver.received.length - before).toBe(0)
    await owner.change(id, { paused: false })
    await idle()
    expect(receiver.received.length - before).toBe(putOff)
  })

  it('does not count against another that takes its place', async () => {
    await using down = await openReceiver(refuseWith(503))
    await using other = await openReceiver()
    const { id, putOff } = await openBreaker(down.url)
    const { body } = await owner.change(id, { url: other.url })
    expect(body.data).toMatchObject({ consecutiveFailures: 0, failingSince: null })
    await idle()
    expect(other.received).toHaveLength(putOff)
  })

  it('is not turned off for what failed before it was paused and resumed', async () => {
    await using receiver = await openReceiver(refuseWith(503))
    const { id } = await openBreaker(receiver.url)
    await owner.change(id, { paused: true })
    const { body } = await owner.change(id, { paused: false })
    expect(body.data).toMatchObject({ consecutiveFailures: 0, failingSince: null })
  })
})
