import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntries } from '../../../testing/audit-entries.ts'
import { accept, openReceiver, refuseWith } from '../../../testing/webhook-receiver.ts'
import { TestWebhooks } from '../../../testing/test-webhooks.ts'
import type { TestApp } from '../../../testing/start-test-app.ts'
import { newSigningSecret } from './signing-secret.ts'
import { signDelivery } from './sign-delivery.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestWebhooks.service()
})

afterAll(() => app[Symbol.asyncDispose]())

const stateOf = (webhooks: TestWebhooks, id: string) =>
  webhooks.tenant.webhooks
    .query()
    .select(['disabled_at', 'disabled_reason', 'failures', 'failing_since'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const disablings = (webhooks: TestWebhooks) =>
  auditEntries(app.directory, webhooks.tenant.orgId).filter(
    ({ action }) => action === 'webhook.disable',
  )

describe('a subscription that is turned off', () => {
  it('is so at once when its receiver answers 410, with an audit row, and keeps its queue', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver(refuseWith(410))
    const { id } = await webhooks.subscribe(receiver.url)
    await webhooks.deliver()
    const reason = 'The receiver answered 410: it wants no more deliveries'
    expect(await stateOf(webhooks, id)).toMatchObject({
      disabled_at: app.clock.now(),
      disabled_reason: reason,
    })
    expect(disablings(webhooks)).toMatchObject([
      {
        actor_type: 'system',
        actor_id: 'delivery',
        target_id: id,
        detail: JSON.stringify({ reason }),
      },
    ])
    app.clock.advance({ minutes: 1 })
    await webhooks.deliver()
    expect(webhooks.statuses()).toEqual(['http_410'])
    expect(webhooks.jobs().map((job) => job.last_error)).toEqual(['parked', 'parked'])
    receiver.answer = accept
    await webhooks.resume(id)
    expect(webhooks.statuses()).toEqual(['http_410', 'delivered', 'delivered'])
    expect(webhooks.jobs()).toEqual([])
    expect(await stateOf(webhooks, id)).toMatchObject({ failures: 0, failing_since: null })
  })

  it('is so after five days and twenty attempts in a row that failed', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver(refuseWith(404))
    const { id } = await webhooks.subscribe(receiver.url)
    const from = app.clock.now()
    await webhooks.emit()
    await webhooks.deliver()
    while (webhooks.jobs().length > 0) await webhooks.next()
    expect(await stateOf(webhooks, id)).toMatchObject({
      failures: 20,
      failing_since: from,
      disabled_at: null,
    })
    app.clock.advance({ ms: from + 5 * 86_400_000 - 1 - app.clock.now() })
    await webhooks.deliver()
    expect(await stateOf(webhooks, id)).toMatchObject({ failures: 21, disabled_at: null })
    app.clock.advance({ ms: 1 })
    await webhooks.deliver()
    const since = new Date(from).toISOString()
    expect(await stateOf(webhooks, id)).toEqual({
      failures: 22,
      failing_since: from,
      disabled_at: app.clock.now(),
      disabled_reason: `All of 22 attempts since ${since} failed, the last one with http_404`,
    })
    expect(disablings(webhooks)).toHaveLength(1)
  })

  it('is not so after five days with fewer attempts, nor when one got through', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver(refuseWith(404))
    const { id } = await webhooks.subscribe(receiver.url)
    await webhooks.deliver()
    while (webhooks.jobs().length > 0) await webhooks.next()
    app.clock.advance({ days: 3 })
    await webhooks.deliver()
    expect(await stateOf(webhooks, id)).toMatchObject({ failures: 11, disabled_at: null })
    receiver.answer = accept
    await webhooks.next()
    expect(await stateOf(webhooks, id)).toMatchObject({ failures: 0, failing_since: null })
    expect(disablings(webhooks)).toEqual([])
  })
})

describe('a subscription that is paused', () => {
  it('keeps its queue, and sends it at once when it is resumed', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver(refuseWith(500))
    const { id } = await webhooks.subscribe(receiver.url)
    await webhooks.deliver()
    await webhooks.pause(id)
    for (let i = 0; i < 3; i++) await webhooks.deliver()
    app.clock.advance({ days: 6 })
    await webhooks.idle()
    expect(webhooks.statuses()).toEqual(['http_500'])
    expect(webhooks.jobs()).toHaveLength(4)
    receiver.answer = accept
    await webhooks.resume(id)
    expect(webhooks.statuses()).toEqual(['http_500', ...Array(4).fill('delivered')])
    expect(webhooks.jobs()).toEqual([])
  })

  it('lets deliveries expire seven days after their event, with a final row', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver()
    const { id } = await webhooks.subscribe(receiver.url, { is_paused: 1 })
    const eventId = await webhooks.deliver()
    app.clock.advance({ days: 7, ms: -1 })
    await webhooks.idle()
    expect(webhooks.attempts()).toEqual([])
    app.clock.advance({ ms: 1 })
    await webhooks.idle()
    expect(webhooks.attempts()).toMatchObject([
      {
        subscription_id: id,
        event_id: eventId,
        status: 'expired',
        is_final: 1,
        error: expect.stringContaining('seven days'),
      },
    ])
    expect(webhooks.jobs()).toEqual([])
    expect(receiver.received).toEqual([])
  })
})

describe('while two secrets hold', () => {
  it('the old one signs the header of the contract until the overlap ends', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver()
    const { id, secret: current } = await webhooks.subscribe(receiver.url)
    const old = newSigningSecret()
    const until = app.clock.now() + 86_400_000
    const sealed = app.app.services.context.sealer.seal(old, id)
    await webhooks.tenant.webhooks
      .update(id)
      .set({ old_secret: sealed, old_secret_until: until })
      .execute()
    await webhooks.deliver()
    app.clock.advance({ days: 1, ms: -1 })
    await webhooks.deliver()
    app.clock.advance({ ms: 1 })
    await webhooks.deliver()
    const signers = receiver.received.map(({ headers, body }) => {
      const signed = {
        id: headers['webhook-id'] ?? '',
        atSeconds: Number(headers['webhook-timestamp']),
        body,
      }
      const by = (secrets: { current: string; old: string | undefined }) =>
        signDelivery({ ...signed, secrets })['webhook-signature'] === headers['webhook-signature']
      return [by({ current, old }), by({ current, old: undefined })]
    })
    expect(signers).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ])
  })
})

describe('a delivery that cannot be made', () => {
  it('says that the secret is to be rotated where it cannot be read, and is not repeated', async () => {
    const webhooks = await TestWebhooks.on(app)
    await using receiver = await openReceiver()
    await webhooks.subscribe(receiver.url, {
      secret: 'v1.c2VhbGVkIGJ5IGFub3RoZXIga2V5IHRoYW4gb3Vycw',
    })
    await webhooks.deliver()
    expect(webhooks.attempts()).toMatchObject([
      { status: 'blocked', is_final: 1, error: expect.stringContaining('rotate the secret') },
    ])
    expect(webhooks.jobs()).toEqual([])
    expect(receiver.received).toEqual([])
  })

  it('ends silently where its subscription or its event is gone, or another organization’s', async () => {
    const webhooks = await TestWebhooks.on(app)
    const other = await TestWebhooks.on(app)
    await using receiver = await openReceiver()
    const kept = await webhooks.subscribe(receiver.url, { is_paused: 1 })
    const eventId = await webhooks.deliver()
    const { id: stranger } = await other.subscribe(receiver.url)
    const { orgId } = webhooks.tenant
    const job = (id: string, payload: object) => ({
      id,
      queue: 'delivery',
      groupKey: 'whk_any',
      runAt: app.clock.now(),
      payload: JSON.stringify({ orgId, eventId, ...payload }),
    })
    await webhooks.tenant.jobs.enqueue(
      [
        job('gone event', { subscriptionId: kept.id, eventId: 'evt_gone' }),
        job('gone subscription', { subscriptionId: 'whk_gone' }),
        job('other', { subscriptionId: stranger }),
        job('other organization', { subscriptionId: stranger, orgId: other.tenant.orgId }),
      ],
      app.clock.now(),
    )
    app.clock.advance({ days: 7 })
    await webhooks.idle()
    expect(webhooks.statuses()).toEqual(['expired'])
    expect([webhooks.jobs(), other.jobs(), other.attempts()]).toEqual([[], [], []])
    expect(receiver.received).toEqual([])
  })
})
