import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../domain/webhooks/event-types.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { storedBytes } from '../../testing/stored-bytes.ts'
import { Subscriber } from '../../testing/subscriber.ts'
import { TestWebhooks } from '../../testing/test-webhooks.ts'
import { openReceiver, refuseWith, type WebhookReceiver } from '../../testing/webhook-receiver.ts'

let app: TestApp
let receiver: WebhookReceiver
let owner: Subscriber

beforeAll(async () => {
  app = await TestWebhooks.service()
  receiver = await openReceiver()
})

beforeEach(async () => {
  owner = await Subscriber.open(app)
  receiver.received.length = 0
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const send = (id: string, headers: Record<string, string> = {}) =>
  owner.call('POST', `/${id}/test`, undefined, headers)

const subscribe = (fields: object = {}) =>
  owner.subscribe({ url: receiver.url, events: ['site.installed', 'credits.low'], ...fields })

it('a test sends the example of the first event once, signed in both ways, and is listed', async () => {
  const { id, secret } = await subscribe()
  const { status, body } = await send(id)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    delivered: true,
    status: 'delivered',
    deliveryId: expect.stringMatching(/^dlv_/),
    event: 'site.installed',
    eventId: expect.stringMatching(/^evt_test_[0-9a-z]{26}$/),
    httpStatus: 200,
    durationMs: expect.any(Number),
    error: null,
  })
  const [{ headers, body: sent } = { headers: {}, body: '' }, ...more] = receiver.received
  expect(more).toEqual([])
  expect(headers).toMatchObject({
    'x-service-test': '1',
    'x-service-event': 'site.installed',
    'x-service-attempt': '1',
    'webhook-id': body.data['eventId'],
    'x-service-signature': createHmac('sha256', secret).update(sent).digest('hex'),
  })
  expect(JSON.parse(sent)).toEqual({
    id: body.data['eventId'],
    event: 'site.installed',
    payload: EVENT_TYPES['site.installed'].example,
    timestamp: new Date(app.clock.now()).toISOString(),
    test: true,
  })
  const { eventId, deliveryId } = body.data
  const list = await owner.call('GET', `/${id}/deliveries`)
  expect(list.body.data).toEqual([
    {
      id: deliveryId,
      event: 'site.installed',
      eventId,
      attempt: 1,
      origin: 'test',
      status: 'delivered',
      httpStatus: 200,
      durationMs: body.data['durationMs'],
      error: null,
      final: true,
      nextAttemptAt: null,
      at: new Date(app.clock.now()).toISOString(),
    },
  ])
  const shown = await owner.call('GET', `/${id}/deliveries/${String(deliveryId)}`)
  expect(shown.body.data['requestBody']).toBe(sent)
  expect(owner.told().at(-1)).toMatchObject({
    action: 'webhook.test',
    target_id: id,
    detail: { event: 'site.installed', deliveryId, status: 'delivered' },
  })
  expect(storedBytes(app.directory).includes(secret)).toBe(false)
})

it('a test is sent while the subscription is paused, and its signed body says so without an id too', async () => {
  const { id, secret } = await subscribe({ paused: true, includeEventId: false })
  const { deliveryId, ...told } = (await send(id)).body.data
  expect(told).toMatchObject({ delivered: true })
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
  expect(JSON.parse(body)).toEqual({
    event: 'site.installed',
    payload: EVENT_TYPES['site.installed'].example,
    timestamp: new Date(app.clock.now()).toISOString(),
    test: true,
  })
  expect(headers).toMatchObject({
    'x-service-signature': createHmac('sha256', secret).update(body).digest('hex'),
  })
  const shown = await owner.call('GET', `/${id}/deliveries/${String(deliveryId)}`)
  expect(shown.body.data['requestBody']).toBe(body)
  expect(await owner.read(id)).toMatchObject({
    status: 'paused',
    lastDeliveryAt: new Date(app.clock.now()).toISOString(),
  })
})

it('a receiver that fails is an answer with its status word, not an error, and nothing is sent again', async () => {
  await using broken = await openReceiver(refuseWith(503))
  const closed = await openReceiver()
  await closed[Symbol.asyncDispose]()
  const results: unknown[] = []
  for (const url of [broken.url, closed.url, 'https://receiver.example/']) {
    const { id } = await subscribe({ url })
    const { status, body } = await send(id)
    const { delivered, status: word, httpStatus, error } = body.data
    results.push([status, delivered, word, httpStatus])
    expect(error).toMatch(/^[A-Z]/)
    expect(await owner.read(id)).toMatchObject({ status: 'active', consecutiveFailures: 0 })
  }
  expect(results).toEqual([
    [200, false, 'http_503', 503],
    [200, false, 'refused', null],
    [200, false, 'dns', null],
  ])
  app.clock.advance({ hours: 1 })
  await app.app.services.deliveries.onIdle()
  expect(broken.received).toHaveLength(1)
})

it('an organization tests ten times a minute, and another one is not held up by it', async () => {
  const { id } = await subscribe()
  for (let i = 0; i < 10; i++) expect((await send(id)).status).toBe(200)
  const { status, body, headers } = await send(id)
  expect([status, body.error?.code]).toEqual([429, 'RATE_LIMITED'])
  expect(headers.get('retry-after')).toBe('60')
  expect(receiver.received).toHaveLength(10)
  const other = await Subscriber.open(app)
  const theirs = await other.subscribe({ url: receiver.url })
  expect((await other.call('POST', `/${theirs.id}/test`)).status).toBe(200)
  app.clock.advance({ minutes: 1 })
  expect((await send(id)).status).toBe(200)
})

it('a repeat with its Idempotency-Key sends nothing', async () => {
  const { id } = await subscribe()
  const first = await send(id, { 'idempotency-key': 'once' })
  const second = await send(id, { 'idempotency-key': 'once' })
  expect(second.body.data).toEqual(first.body.data)
  expect(receiver.received).toHaveLength(1)
})

it('a secret that cannot be opened any more is a conflict that says what helps', async () => {
  const { id } = await subscribe()
  const tenant = app.app.services.context.tenant(owner.org.id)
  await tenant.webhooks.update(id).set({ secret: 'v1.lost' }).execute()
  const { status, body } = await send(id)
  expect([status, body.error?.code]).toEqual([409, 'CONFLICT'])
  expect(body.error?.message).toContain('rotate-secret')
  await owner.call('POST', `/${id}/rotate-secret`, { overlapHours: 0 })
  expect((await send(id)).body.data).toMatchObject({ delivered: true })
})
