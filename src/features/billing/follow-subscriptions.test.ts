import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { FakeStripe, STRIPE_ENVIRONMENT } from '../../testing/fake-stripe.ts'
import { outboxEvents } from '../../testing/outbox-events.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

const DAY = 86_400
const MONTH = 30 * DAY

let app: TestApp
let org: TestOrg
let key: string
let stripe: FakeStripe

beforeAll(async () => {
  app = await TestApp.start({ environment: STRIPE_ENVIRONMENT })
})

afterAll(() => app[Symbol.asyncDispose]())

beforeEach(async () => {
  org = await app.org('free')
  key = await app.key(org)
  stripe = new FakeStripe(app, org.id)
  app.clock.advance({ seconds: 1 })
})

const told = (orgId = org.id) =>
  outboxEvents(app.directory, orgId).map(({ event, payload }) =>
    event === 'subscription.updated'
      ? [payload['plan'], payload['status'], payload['cancelled']]
      : [event, payload['plan']],
  )
const account = async (of = org) => {
  const token = await app.session(of)
  return (await app.api('GET', '/org', { token })).body.data
}
const reaches = async () => (await app.api('GET', '/sites', { token: key })).status
const isoOf = (seconds: number) => new Date(seconds * 1_000).toISOString()

describe('a subscription at Stripe', () => {
  it('begins, goes up and down, and each change counts at the next request', async () => {
    expect(await reaches()).toBe(403)
    await stripe.tell('created')
    expect(await reaches()).toBe(200)
    expect(await account()).toMatchObject({
      plan: 'pro',
      billing: {
        gateway: 'stripe',
        status: 'active',
        cancelled: false,
        periodStart: isoOf(stripe.now),
        periodEnd: isoOf(stripe.now + MONTH),
        cancelAtPeriodEnd: false,
      },
    })
    app.clock.advance({ seconds: 1 })
    await stripe.tell('updated', {}, { price: 'price_business' })
    app.clock.advance({ seconds: 1 })
    await stripe.tell(
      'updated',
      { metadata: { orgId: org.id, seen: 'yes' } },
      { price: 'price_business' },
    )
    app.clock.advance({ seconds: 1 })
    await stripe.tell('updated')
    expect(told()).toEqual([
      ['pro', 'active', false],
      ['business', 'active', false],
      ['pro', 'active', false],
    ])
    expect(auditEntries(app.directory, org.id).at(-1)).toMatchObject({
      action: 'org.change_plan',
      actor_type: 'system',
      actor_id: 'stripe',
      detail: '{"before":"business","after":"pro"}',
      request_id: expect.stringMatching(/^req_/),
    })
  })

  it('is cancelled for the end of its period, taken back, cancelled again, and ends', async () => {
    await stripe.tell('created')
    const end = stripe.now + MONTH
    app.clock.advance({ seconds: 1 })
    await stripe.tell('updated', { cancel_at_period_end: true, cancel_at: end })
    expect(await account()).toMatchObject({
      billing: {
        status: 'cancelled',
        cancelled: true,
        cancelAtPeriodEnd: true,
        periodEnd: isoOf(end + 1),
      },
    })
    expect(await reaches()).toBe(200)
    app.clock.advance({ seconds: 1 })
    await stripe.tell('updated')
    app.clock.advance({ seconds: 1 })
    await stripe.tell('updated', { cancel_at_period_end: true })
    app.clock.advance({ days: 30 })
    expect(await reaches()).toBe(403)
    await stripe.tell('deleted', { status: 'canceled', ended_at: stripe.now })
    expect(told()).toEqual([
      ['pro', 'active', false],
      ['pro', 'cancelled', true],
      ['pro', 'active', false],
      ['pro', 'cancelled', true],
      ['pro', 'expired', true],
    ])
    expect(await account()).toMatchObject({
      billing: { status: 'expired', cancelAtPeriodEnd: false },
    })
  })

  it('has seven days from the first payment that failed, then pauses, and a payment brings it back', async () => {
    await stripe.tell('created')
    app.clock.advance({ days: 1 })
    await stripe.send(stripe.event('invoice.payment_failed', stripe.invoice({ amount_paid: 0 })))
    await stripe.tell('updated', { status: 'past_due' })
    app.clock.advance({ days: 4 })
    await stripe.send(stripe.event('invoice.payment_failed', stripe.invoice({ amount_paid: 0 })))
    app.clock.advance({ days: 2, hours: 23 })
    expect(await reaches()).toBe(200)
    app.clock.advance({ hours: 1 })
    expect(await reaches()).toBe(403)
    const { maintenance } = app.app.services
    maintenance.hourly()
    await maintenance.onIdle()
    await stripe.send(stripe.event('invoice.paid', stripe.invoice()))
    expect(await reaches()).toBe(200)
    await stripe.tell('updated')
    expect(told()).toEqual([
      ['pro', 'active', false],
      ['pro', 'past_due', false],
      ['pro', 'paused', false],
      ['invoice.paid', 'pro'],
      ['pro', 'active', false],
    ])
  })

  it('is in a trial until a payment, and expires where none comes', async () => {
    const trialEnd = stripe.now + 14 * DAY
    await stripe.tell('created', { status: 'trialing', trial_end: trialEnd })
    await stripe.send(stripe.event('customer.subscription.trial_will_end', stripe.subscription()))
    expect(await account()).toMatchObject({
      billing: { status: 'trialing', periodEnd: isoOf(trialEnd) },
    })
    app.clock.advance({ days: 14 })
    expect(await reaches()).toBe(200)
    await stripe.tell('deleted', { status: 'canceled', ended_at: stripe.now })
    expect(await reaches()).toBe(403)
    expect(told().map(([, status]) => status)).toEqual(['trialing', 'expired'])
  })

  it('is paused and resumed, and unpaid at last', async () => {
    await stripe.tell('created')
    for (const [type, status, expected] of [
      ['paused', 'paused', 403],
      ['resumed', 'active', 200],
      ['updated', 'unpaid', 403],
    ] as const) {
      app.clock.advance({ seconds: 1 })
      await stripe.tell(type, { status })
      expect([type, await reaches()]).toEqual([type, expected])
    }
    app.clock.advance({ seconds: 1 })
    await stripe.tell('deleted', {
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
    expect(told()).toEqual([
      ['pro', 'active', false],
      ['pro', 'paused', false],
      ['pro', 'active', false],
      ['pro', 'paused', false],
      ['pro', 'expired', false],
    ])
  })

  it('ends with its customer', async () => {
    await stripe.tell('created')
    app.clock.advance({ seconds: 1 })
    const customer = { id: stripe.customer, object: 'customer' }
    await stripe.send(stripe.event('customer.deleted', customer))
    expect(told().at(-1)).toEqual(['pro', 'expired', true])
  })

  it('begins anew as another one, and a checkout that nobody finished changes nothing', async () => {
    await stripe.tell('created')
    app.clock.advance({ seconds: 1 })
    await stripe.tell('deleted', { status: 'canceled' })
    const again = new FakeStripe(app, org.id)
    await again.tell('created', { status: 'incomplete' })
    expect(told().at(-1)).toEqual(['pro', 'expired', true])
    app.clock.advance({ seconds: 1 })
    await again.tell('updated', {}, { price: 'price_business' })
    expect(told().at(-1)).toEqual(['business', 'active', false])
    const given = await app.org('enterprise')
    const abandoned = new FakeStripe(app, given.id)
    await abandoned.tell('created', { status: 'incomplete' })
    await abandoned.tell('updated', { status: 'incomplete_expired' })
    await abandoned.tell('deleted', { status: 'canceled' })
    expect(told(given.id)).toEqual([])
    expect(await account(given)).toMatchObject({ plan: 'enterprise', billing: { gateway: null } })
  })

  it('has ended, though its end is told before its beginning', async () => {
    await stripe.tell('deleted', { status: 'canceled' }, { created: stripe.now + 2 })
    expect(told()).toEqual([])
    await stripe.tell('updated', { status: 'past_due' }, { created: stripe.now + 1 })
    await stripe.tell('created')
    expect(told()).toEqual([['pro', 'expired', true]])
  })

  it('makes no plan smaller by being one of two: the widest that grants something counts', async () => {
    await stripe.tell('created', {}, { price: 'price_business' })
    app.clock.advance({ seconds: 1 })
    const second = new FakeStripe(app, org.id)
    await second.tell('created')
    app.clock.advance({ seconds: 1 })
    await second.tell('deleted', { status: 'canceled' })
    expect(told()).toEqual([['business', 'active', false]])
    const third = new FakeStripe(app, org.id)
    await third.tell('created')
    await stripe.tell('deleted', { status: 'canceled' }, { price: 'price_business' })
    expect(told().at(-1)).toEqual(['pro', 'active', false])
  })

  it('keeps its plan where its price stands for none of ours, and is followed on', async () => {
    await stripe.tell('created')
    app.clock.advance({ seconds: 1 })
    await stripe.tell('updated', {}, { price: 'price_unknown' })
    app.clock.advance({ seconds: 1 })
    await stripe.tell('updated', { status: 'unpaid' }, { price: 'price_unknown' })
    expect(told()).toEqual([
      ['pro', 'active', false],
      ['pro', 'paused', false],
    ])
    const foreign = new FakeStripe(app, (await app.org('free')).id)
    await foreign.tell('created', {}, { price: 'price_unknown' })
    expect(told(foreign.orgId ?? '')).toEqual([])
  })
})
