import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accept, hang, openReceiver, refuseWith } from '../../../testing/webhook-receiver.ts'
import { TestWebhooks } from '../../../testing/test-webhooks.ts'
import type { TestApp } from '../../../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestWebhooks.service()
})

afterAll(() => app[Symbol.asyncDispose]())

describe('an event', () => {
  it('is delivered to each subscription, with a record of it', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver()
    const first = await webhooks.subscribe(receiver.url)
    const second = await webhooks.subscribe(receiver.url, { has_event_id: 0 })
    const eventId = await webhooks.deliver()
    const { orgId } = webhooks.tenant
    const timestamp = new Date(app.clock.now()).toISOString()
    const told = { event: 'credits.depleted', payload: { orgId, balance: 0 }, timestamp }
    const bodies = receiver.received.map(({ body }) => JSON.parse(body) as object)
    expect(bodies).toHaveLength(2)
    expect(bodies).toEqual(expect.arrayContaining([{ id: eventId, ...told }, told]))
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      eventId,
      eventId,
    ])
    expect(webhooks.jobs()).toEqual([])
    for (const { id } of [first, second]) {
      expect(webhooks.attempts(id)).toMatchObject([
        {
          event_id: eventId,
          attempt: 1,
          origin: 'event',
          status: 'delivered',
          http_status: 200,
          error: null,
          response_body: 'thanks',
          is_final: 1,
          next_attempt_at: null,
          at: app.clock.now(),
        },
      ])
    }
  })
})

describe('a delivery that fails', () => {
  it('is tried ten times at its times, and ends with a final row', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver(refuseWith(500))
    await webhooks.subscribe(receiver.url)
    await webhooks.emit()
    const from = app.clock.now()
    for (let i = 0; i < 10; i++) {
      await webhooks.idle()
      const [job] = webhooks.jobs()
      if (job) app.clock.advance({ ms: job.run_at - app.clock.now() })
    }
    const attempts = webhooks.attempts()
    const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440]
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(attempts[0]?.at).toBe(from)
    for (const [i, base] of minutes.entries()) {
      const waited = (attempts[i + 1]!.at - attempts[i]!.at) / 60_000
      expect(waited).toBeGreaterThanOrEqual(base * 0.8 - 0.001)
      expect(waited).toBeLessThanOrEqual(base * 1.2 + 0.001)
      expect(attempts[i]).toMatchObject({ is_final: 0, next_attempt_at: attempts[i + 1]!.at })
    }
    expect(attempts[9]).toMatchObject({ status: 'http_500', is_final: 1, next_attempt_at: null })
    expect(webhooks.jobs()).toEqual([])
    expect(receiver.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(
      attempts.map(({ attempt }) => String(attempt)),
    )
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  })

  it('comes again when the receiver says', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver(refuseWith(429, { 'retry-after': '900' }))
    await webhooks.subscribe(receiver.url)
    await webhooks.deliver()
    expect(webhooks.jobs()).toMatchObject([{ run_at: app.clock.now() + 900_000, attempts: 1 }])
    receiver.answer = accept
    app.clock.advance({ seconds: 900 })
    await webhooks.idle()
    expect(webhooks.statuses()).toEqual(['http_429', 'delivered'])
  })
})

describe('a receiver that hangs', () => {
  it('delays no other, however many deliveries wait for it', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using hanging = await openReceiver(hang)
    await using receiver = await openReceiver()
    const first = await webhooks.subscribe(hanging.url)
    for (let i = 0; i < 300; i++) await webhooks.emit()
    const second = await webhooks.subscribe(receiver.url)
    await webhooks.emit()
    await expect.poll(() => webhooks.statuses()).toEqual(['delivered'])
    expect(webhooks.statuses(second.id)).toEqual(['delivered'])
    expect(receiver.received).toHaveLength(1)
    expect(hanging.connections()).toBe(1)
    await webhooks.tenant.webhooks.delete(first.id)
    await hanging[Symbol.asyncDispose]()
    await webhooks.idle()
    app.clock.advance({ minutes: 1 })
    await webhooks.idle()
    expect(webhooks.jobs()).toEqual([])
  })

  it('delays none of the many deliveries of another that wait behind its own', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using hanging = await openReceiver(hang)
    await using receiver = await openReceiver()
    const first = await webhooks.subscribe(hanging.url)
    for (let i = 0; i < 300; i++) await webhooks.emit()
    const second = await webhooks.subscribe(receiver.url, { is_paused: 1 })
    for (let i = 0; i < 300; i++) await webhooks.emit()
    await webhooks.turnOn(second.id)
    // Nothing tells of more after this: each look finds what the one before has left.
    await expect.poll(() => receiver.received.length).toBe(300)
    await webhooks.tenant.webhooks.delete(first.id)
  })
})

describe('the breaker', () => {
  it('puts deliveries off after ten failures, spends no attempts, and tries again with one', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver(refuseWith(503))
    await webhooks.subscribe(receiver.url)
    for (let i = 0; i < 30; i++) await webhooks.emit()
    await webhooks.idle()
    const failed = receiver.received.length
    // A few run when the tenth fails.
    expect(failed).toBeGreaterThanOrEqual(10)
    expect(failed).toBeLessThan(14)
    const untouched = () => webhooks.jobs().filter(({ attempts }) => attempts === 0)
    const from = app.clock.now()
    expect(untouched()).toHaveLength(30 - failed)
    expect(new Set(untouched().map((job) => job.run_at))).toEqual(new Set([from + 30_000]))
    await webhooks.deliver()
    expect(receiver.received).toHaveLength(failed)
    for (const [i, seconds] of [30, 60, 120, 240, 480, 900, 900].entries()) {
      app.clock.advance({ seconds })
      await webhooks.idle()
      expect(receiver.received).toHaveLength(failed + i + 1)
    }
    receiver.answer = accept
    app.clock.advance({ minutes: 15 })
    await webhooks.idle()
    expect(untouched()).toEqual([])
    app.clock.advance({ hours: 6 })
    await webhooks.idle()
    expect(webhooks.statuses().filter((status) => status === 'delivered')).toHaveLength(31)
    expect(webhooks.jobs()).toEqual([])
  })
})
