import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LeaseLostError } from '../../../db/jobs/lease.ts'
import { RECOVERY_QUEUE } from '../../../db/webhooks/recover-events.ts'
import { domainEvent } from '../../kernel/door/domain-events.ts'
import { addAttempt } from '../../testing/add-attempt.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import type { TestApp } from '../../testing/start-test-app.ts'
import { Subscriber } from '../../testing/subscriber.ts'
import { TestWebhooks } from '../../testing/test-webhooks.ts'
import { openReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { runRecovery } from './run-recovery.ts'

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

const now = () => new Date(app.clock.now()).toISOString()

const recover = (id: string, body: object) => owner.call('POST', `/${id}/recover`, body)

/** Waits until all recoveries, and then all deliveries, have ended. */
async function idle(): Promise<void> {
  await app.app.services.jobs.onIdle()
  await app.app.services.deliveries.onIdle()
}

const ids = () => receiver.received.map(({ headers }) => String(headers['webhook-id']))

describe('recovering', () => {
  it('sends once more what no attempt delivered, under the same ids, and nothing else', async () => {
    const { id } = await subscribe()
    const since = now()
    const delivered = await owner.emit()
    await idle()
    const deliveryId = await addAttempt(app, { orgId: owner.org.id, webhookId: id })
    const failed = await owner.call('GET', `/${id}/deliveries/${deliveryId}`)
    const lost = String(failed.body.data['eventId'])
    await owner.change(id, { events: ['credits.low', 'subscription.updated'], paused: true })
    const waiting = await owner.emit()
    receiver.received.length = 0
    const { status, body } = await recover(id, { since })
    expect([status, body.data]).toEqual([202, { since, until: now(), only: 'undelivered' }])
    await idle()
    expect([ids(), owner.waiting().length]).toEqual([[], 2])
    await owner.change(id, { paused: false })
    await idle()
    expect(ids().toSorted()).toEqual([lost, waiting].toSorted())
    expect(ids()).not.toContain(delivered)
    const list = await owner.call('GET', `/${id}/deliveries?event=subscription.updated`)
    expect(list.body.data).toMatchObject([
      { eventId: lost, origin: 'recover', attempt: 11, status: 'delivered' },
      { id: deliveryId, origin: 'event', attempt: 10, status: 'http_500' },
    ])
    expect(owner.told().find(({ action }) => action === 'webhook.recover')).toEqual({
      action: 'webhook.recover',
      target_id: id,
      detail: { since, until: expect.any(String), only: 'undelivered' },
    })
  })

  it('takes what was delivered along where all is asked for, and from a part of the time alone', async () => {
    const { id } = await subscribe()
    const events: string[] = []
    const times: string[] = []
    for (let i = 0; i < 4; i++) {
      app.clock.advance({ minutes: 1 })
      times.push(now())
      events.push(await owner.emit())
      await idle()
    }
    receiver.received.length = 0
    const { body } = await recover(id, { since: times[1], until: times[3], only: 'all' })
    expect(body.data).toEqual({ since: times[1], until: times[3], only: 'all' })
    await idle()
    expect(ids().toSorted()).toEqual(events.slice(1, 3).toSorted())
  })

  it('finds what was never queued: of the events and sites that it hears of now', async () => {
    const site = await app.site(owner.session)
    const { id } = await subscribe({ events: ['invoice.paid'], siteIds: [site] })
    const low = await owner.emit()
    const [here, elsewhere] = [await ofSite(site), await ofSite()]
    await idle()
    expect(ids()).toEqual([])
    await owner.change(id, { events: ['credits.low', 'citation.detected'] })
    await recover(id, { since: '2020-01-01T00:00:00.000Z' })
    await idle()
    expect(ids().toSorted()).toEqual([low, here].toSorted())
    expect(ids()).not.toContain(elsewhere)
  })

  it('goes back to the creation of the subscription, and no further', async () => {
    await owner.emit()
    app.clock.advance({ minutes: 1 })
    const { id } = await subscribe()
    const created = now()
    const { body } = await recover(id, { since: '2020-01-01T00:00:00+02:00' })
    expect(body.data['since']).toBe(created)
    await idle()
    expect(ids()).toEqual([])
  })

  it('reaches thousands of events step by step, each once', async () => {
    const { id } = await subscribe({ events: ['invoice.paid'], paused: true })
    const { context } = app.app.services
    const payload = { orgId: owner.org.id, balance: 1, threshold: 2, periodEnd: null }
    await context.tenant(owner.org.id).transaction(async (trx) => {
      for (let i = 0; i < 1_200; i++) {
        await trx.emit(domainEvent(context, { event: 'credits.low', payload }))
      }
    })
    await owner.change(id, { events: ['credits.low'] })
    const since = await owner.read(id)
    await recover(id, { since: since['createdAt'] })
    await idle()
    expect(owner.waiting()).toHaveLength(1_200)
    await recover(id, { since: since['createdAt'], only: 'all' })
    await idle()
    expect(owner.waiting()).toHaveLength(1_200)
    expect(countOrgRows(app.directory, owner.org.id, `job WHERE queue = '${RECOVERY_QUEUE}'`)).toBe(
      0,
    )
  })

  it('a step that has lost its job queues nothing', async () => {
    const { id } = await subscribe({ events: ['invoice.paid'], paused: true })
    await owner.emit()
    await owner.change(id, { events: ['credits.low'] })
    const payload = {
      orgId: owner.org.id,
      subscriptionId: id,
      sinceMs: 0,
      untilMs: app.clock.now() + 1,
      only: 'all',
      afterNum: 0,
    }
    const job = {
      id: 'job_1',
      leaseId: 'gone',
      queue: RECOVERY_QUEUE,
      payload: JSON.stringify(payload),
      groupKey: id,
      attempts: 0,
      claims: 1,
    }
    const lost = runRecovery(app.app.services.context, {
      job,
      complete: () => Promise.reject(new LeaseLostError()),
    })
    await expect(lost).rejects.toThrow(LeaseLostError)
    expect(owner.waiting()).toEqual([])
    await runRecovery(app.app.services.context, { job, complete: async () => {} })
    expect(owner.waiting()).toHaveLength(1)
  })

  it.each([
    [{}, 'since'],
    [{ since: 'yesterday' }, 'since'],
    [{ since: '2999-01-01T00:00:00.000Z' }, 'since'],
    [{ since: '2026-11-20T12:00:00Z', until: '2026-11-20T11:00:00Z' }, 'until'],
    [{ since: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' }, 'until'],
    [{ since: '2026-11-20T12:00:00Z', only: 'some' }, 'only'],
  ])('%j is refused by %s', async (body, path) => {
    const { id } = await subscribe()
    const answer = await recover(id, body)
    expect(answer.status).toBe(422)
    expect(answer.body.error?.fields.map((field) => field.path)).toEqual([path])
  })
})

/** Emits an event of a citation, of the given site or of a new one. */
async function ofSite(siteId?: string): Promise<string> {
  const { context } = app.app.services
  const id = siteId ?? (await app.site(owner.session, { domain: 'elsewhere.example' }))
  const tenant = context.tenant(owner.org.id)
  const site = await tenant.sites.find(id)
  const event = domainEvent(context, {
    event: 'citation.detected',
    payload: { siteId: id, cited: 1, total: 2, engines: ['chatgpt'] },
  })
  await tenant.transaction((trx) => trx.emit(event, site))
  return event.id
}
