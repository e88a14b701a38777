import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAttempt } from '../../testing/add-attempt.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { Subscriber } from '../../testing/subscriber.ts'
import { TestWebhooks } from '../../testing/test-webhooks.ts'
import { openReceiver, refuseWith, type WebhookReceiver } from '../../testing/webhook-receiver.ts'

let app: TestApp
let receiver: WebhookReceiver
let owner: Subscriber

beforeAll(async () => {
  app = await TestWebhooks.service()
})

beforeEach(async () => {
  receiver = await openReceiver()
  owner = await Subscriber.open(app)
})

afterEach(() => receiver[Symbol.asyncDispose]())
afterAll(() => app[Symbol.asyncDispose]())

const subscribe = (fields: object = {}) =>
  owner.subscribe({ url: receiver.url, events: ['credits.low'], ...fields })

const idle = () => app.app.services.deliveries.onIdle()

interface Listed {
  id: string
  event: string
  eventId: string
  attempt: number
  origin: string
  status: string
  final: boolean
  nextAttemptAt: string | null
  at: string
}

async function list(id: string, query = '') {
  const { status, body } = await owner.call('GET', `/${id}/deliveries${query}`)
  expect([status, body.error]).toEqual([200, null])
  // @NOTE the list's own schema, to which every answer is held.
  return { items: body.data as unknown as Listed[], cursor: body.meta.nextCursor }
}

const replay = (id: string, deliveryId: string) =>
  owner.call('POST', `/${id}/deliveries/${deliveryId}/replay`)

describe('deliveries', () => {
  it('are listed newest first, with event, status and time, and with what follows', async () => {
    receiver.answer = refuseWith(500)
    const { id } = await subscribe()
    const eventId = await owner.emit()
    await idle()
    app.clock.advance({ minutes: 1 })
    receiver.answer = refuseWith(204)
    await idle()
    const { items } = await list(id)
    expect(items).toMatchObject([
      {
        event: 'credits.low',
        status: 'delivered',
        at: '2026-11-20T12:01:00.000Z',
        eventId,
        attempt: 2,
        origin: 'event',
        final: true,
        nextAttemptAt: null,
        httpStatus: 204,
        error: null,
      },
      {
        event: 'credits.low',
        status: 'http_500',
        at: '2026-11-20T12:00:00.000Z',
        eventId,
        attempt: 1,
        final: false,
        httpStatus: 500,
        error: 'The receiver answered 500',
      },
    ])
    expect(items[1]?.nextAttemptAt).toMatch(/^2026-11-20T12:00:0\d\.\d{3}Z$/)
  })

  it('are filtered by event, status and whether another follows, and have pages', async () => {
    const { id } = await subscribe({ paused: true })
    const tenant = app.app.services.context.tenant(owner.org.id)
    for (let i = 0; i < 7; i++) {
      const isLast = i % 3 === 0
      await tenant.webhooks.insertDelivery({
        id: `dlv_${id}_${i}`,
        subscription_id: id,
        event_id: i < 2 ? 'evt_1' : 'evt_2',
        event: i < 2 ? 'invoice.paid' : 'credits.low',
        site_num: null,
        attempt: i,
        origin: 'event',
        status: isLast ? 'delivered' : 'http_500',
        http_status: null,
        duration_ms: 1,
        error: null,
        response_headers: null,
        response_body: null,
        is_final: isLast ? 1 : 0,
        next_attempt_at: null,
        at: app.clock.now() - i,
      })
    }
    const numbers = async (query: string) =>
      (await list(id, query)).items.map(({ attempt }) => attempt)
    expect(await numbers('')).toEqual([6, 5, 4, 3, 2, 1, 0])
    expect(await numbers('?event=invoice.paid')).toEqual([1, 0])
    expect(await numbers('?status=http_500')).toEqual([5, 4, 2, 1])
    expect(await numbers('?final=true')).toEqual([6, 3, 0])
    expect(await numbers('?final=false&event=credits.low')).toEqual([5, 4, 2])
    expect(await numbers('?delivered=true')).toEqual([6, 3, 0])
    expect(await numbers('?delivered=false')).toEqual([5, 4, 2, 1])
    expect(await numbers('?eventId=evt_1')).toEqual([1, 0])
    expect(await numbers('?eventId=evt_3')).toEqual([])
    expect(await numbers('?latest=true')).toEqual([6, 1])
    expect(await numbers('?latest=true&delivered=false&final=false')).toEqual([1])
    expect(await numbers('?latest=false')).toEqual([5, 4, 3, 2, 0])
    const first = await list(id, '?final=false&limit=3')
    expect(first.items.map(({ attempt }) => attempt)).toEqual([5, 4, 2])
    const rest = await list(id, `?final=false&limit=3&cursor=${first.cursor}`)
    expect([rest.items.map(({ attempt }) => attempt), rest.cursor]).toEqual([[1], null])
    const wrong = await owner.call('GET', `/${id}/deliveries?limit=3&cursor=${first.cursor}`)
    expect([wrong.status, wrong.body.error?.fields[0]?.path]).toEqual([422, 'cursor'])
    for (const query of ['?status=nothing', '?event=other', '?final=perhaps']) {
      expect((await owner.call('GET', `/${id}/deliveries${query}`)).status).toBe(422)
    }
  })

  it('one has what was sent and what the receiver answered, with nothing in it that hides', async () => {
    receiver.answer = (_, response) => {
      response.writeHead(418, { server: 'hooks', 'set-cookie': 'session=1' })
      response.end('a\u202Eb\u0000c<script>')
    }
    const { id } = await subscribe()
    await owner.emit()
    await idle()
    const { items } = await list(id)
    const one = await owner.call('GET', `/${id}/deliveries/${items[0]?.id}`)
    expect(one.body.data).toEqual({
      ...items[0],
      requestBody: receiver.received[0]?.body,
      responseHeaders: expect.objectContaining({ server: 'hooks' }),
      responseBody: 'a\uFFFDb\uFFFDc<script>',
    })
    expect(one.body.data['responseHeaders']).not.toHaveProperty('set-cookie')
    expect(one.body.meta['untrusted']).toEqual(['responseHeaders', 'responseBody'])
  })

  it('one of an event that is no longer kept has no body of it', async () => {
    const { id } = await subscribe({ paused: true })
    const deliveryId = await addAttempt(app, { orgId: owner.org.id, webhookId: id })
    const path = `/${id}/deliveries/${deliveryId}`
    expect((await owner.call('GET', path)).body.data['requestBody']).toContain(
      '"event":"subscription.updated"',
    )
    await forgetEvents()
    expect((await owner.call('GET', path)).body.data).toMatchObject({
      requestBody: null,
      responseBody: 'Not today',
    })
  })

  it('of another subscription, or of somebody else, are not there', async () => {
    const [mine, other] = [await subscribe(), await subscribe()]
    const deliveryId = await addAttempt(app, { orgId: owner.org.id, webhookId: mine.id })
    const stranger = await Subscriber.open(app)
    const theirs = await stranger.subscribe()
    for (const [caller, id] of [
      [owner, other.id],
      [stranger, theirs.id],
      [stranger, mine.id],
    ] as const) {
      for (const [method, suffix] of [
        ['GET', ''],
        ['POST', '/replay'],
      ] as const) {
        const answer = await caller.call(method, `/${id}/deliveries/${deliveryId}${suffix}`)
        expect([answer.status, answer.body.error?.code]).toEqual([404, 'NOT_FOUND'])
      }
    }
  })
})

/** Moves the clock past two weeks, and deletes everything that is kept for that long. */
async function forgetEvents(): Promise<void> {
  app.clock.advance({ days: 15 })
  owner = await owner.again()
  const { maintenance } = app.app.services.database
  while (await maintenance.forgetExpiredStep(app.clock.now()));
}

describe('sending again', () => {
  it('sends the same event under the same id, and counts its attempts on', async () => {
    const { id } = await subscribe()
    const eventId = await owner.emit()
    await idle()
    const [first] = (await list(id)).items
    const { status, body } = await replay(id, first?.id ?? '')
    expect(status).toBe(202)
    expect(body.data).toEqual({
      event: 'credits.low',
      eventId,
      queuedAt: new Date(app.clock.now()).toISOString(),
    })
    await idle()
    expect(receiver.received).toHaveLength(2)
    const [one, two] = receiver.received
    expect(two?.body).toBe(one?.body)
    expect([two?.headers['webhook-id'], two?.headers['x-service-attempt']]).toEqual([eventId, '2'])
    expect((await list(id)).items).toMatchObject([
      { origin: 'resend', attempt: 2, status: 'delivered' },
      { origin: 'event', attempt: 1, status: 'delivered' },
    ])
    expect(owner.told().at(-1)).toEqual({
      action: 'webhook.replay',
      target_id: id,
      detail: { deliveryId: first?.id, event: 'credits.low', eventId },
    })
  })

  it('is a conflict while the event waits already', async () => {
    receiver.answer = refuseWith(500)
    const { id } = await subscribe()
    await owner.emit()
    await idle()
    const [failed] = (await list(id)).items
    const { status, body } = await replay(id, failed?.id ?? '')
    expect([status, body.error?.code]).toEqual([409, 'CONFLICT'])
    expect(body.error?.message).toContain('waits for this subscription already')
    expect(owner.waiting()).toHaveLength(1)
  })

  it('waits while the subscription is paused, and goes when it is resumed', async () => {
    const { id } = await subscribe({ paused: true })
    const deliveryId = await addAttempt(app, { orgId: owner.org.id, webhookId: id })
    expect((await replay(id, deliveryId)).status).toBe(202)
    await idle()
    expect([receiver.received.length, owner.waiting().length]).toEqual([0, 1])
    await owner.change(id, { paused: false })
    await idle()
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-service-attempt': '11' })
  })

  it('is a conflict for an event that is no longer kept, and for a test', async () => {
    const { id } = await subscribe()
    await owner.call('POST', `/${id}/test`)
    const [test] = (await list(id)).items
    const tried = await replay(id, test?.id ?? '')
    expect([tried.status, tried.body.error?.message]).toEqual([
      409,
      'A test delivery is not sent again; test once more',
    ])
    const deliveryId = await addAttempt(app, { orgId: owner.org.id, webhookId: id })
    await forgetEvents()
    const tenant = app.app.services.context.tenant(owner.org.id)
    expect(await tenant.outbox.query().select('id').execute()).toEqual([])
    const gone = await replay(id, deliveryId)
    expect([gone.status, gone.body.error?.message]).toEqual([
      409,
      'The event is no longer kept: events are for two weeks',
    ])
  })
})
