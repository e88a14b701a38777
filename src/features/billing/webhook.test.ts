import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  fetchReference,
  FakeStripe,
  OLD_STRIPE_SECRET,
  STRIPE_ENVIRONMENT,
} from '../../testing/fake-stripe.ts'
import { countOrgRows } from '../../testing/org-rows.ts'
import { outboxEvents } from '../../testing/outbox-events.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'
import { countStoredRows } from '../../testing/stored-events.ts'

const MONTH = 30 * 86_400

let app: TestApp
let org: TestOrg
let stripe: FakeStripe

beforeAll(async () => {
  app = await TestApp.start({ environment: STRIPE_ENVIRONMENT })
})

afterAll(() => app[Symbol.asyncDispose]())

beforeEach(async () => {
  org = await app.org('free')
  stripe = new FakeStripe(app, org.id)
  app.clock.advance({ seconds: 1 })
})

const told = (orgId = org.id) =>
  outboxEvents(app.directory, orgId).map(({ event, payload }) =>
    event === 'subscription.updated'
      ? [payload['plan'], payload['status'], payload['cancelled']]
      : [event, payload['plan']],
  )
const isoOf = (seconds: number) => new Date(seconds * 1_000).toISOString()

describe('an invoice', () => {
  it('that is paid is told once, in the smallest unit of its currency', async () => {
    await stripe.tell('created')
    const invoice = stripe.invoice({ currency: 'jpy', amount_paid: 1_200 }, 'price_business')
    const event = stripe.event('invoice.paid', invoice)
    for (let i = 0; i < 3; i++) expect((await stripe.send(event)).status).toBe(200)
    expect(outboxEvents(app.directory, org.id).slice(1)).toEqual([
      {
        event: 'invoice.paid',
        payload: {
          orgId: org.id,
          invoiceId: invoice['id'],
          amountMinor: 1_200,
          currency: 'JPY',
          plan: 'business',
          periodStart: isoOf(stripe.now),
          periodEnd: isoOf(stripe.now + MONTH),
          paidAt: isoOf(stripe.now),
        },
      },
    ])
  })

  it('has the plan of its subscription where its lines name none, as older versions of the API send it', async () => {
    await stripe.tell('created', {}, { price: 'price_business' })
    const { parent: _, ...old } = stripe.invoice({
      subscription: stripe.subscriptionId,
      lines: { data: [{ period: null, price: { id: 'price_of_something' } }] },
      status_transitions: null,
    })
    await stripe.send(stripe.event('invoice.paid', old))
    expect(outboxEvents(app.directory, org.id).at(-1)?.payload).toMatchObject({
      plan: 'business',
      periodStart: null,
      periodEnd: null,
      paidAt: isoOf(stripe.now),
    })
  })

  it('of an upgrade that fails leaves the subscription as it is', async () => {
    await stripe.tell('created')
    app.clock.advance({ seconds: 1 })
    const invoice = stripe.invoice({ billing_reason: 'subscription_update', amount_paid: 0 })
    await stripe.send(stripe.event('invoice.payment_failed', invoice))
    expect(told()).toEqual([['pro', 'active', false]])
  })
})

describe('a checkout', () => {
  it('links the customer with the organization, and does what came before it', async () => {
    const anonymous = new FakeStripe(app, null)
    await anonymous.tell('created')
    await anonymous.send(anonymous.event('invoice.paid', anonymous.invoice()))
    await anonymous.tell('updated', {}, { price: 'price_business', created: anonymous.now + 1 })
    expect(told()).toEqual([])
    const linked = anonymous.checkout(await fetchReference(app, org))
    await anonymous.send(linked)
    expect(told()).toEqual([
      ['invoice.paid', 'pro'],
      ['business', 'active', false],
    ])
    await anonymous.send(linked)
    app.clock.advance({ seconds: 5 })
    await anonymous.tell('updated')
    expect(told().at(-1)).toEqual(['pro', 'active', false])
    expect(countOrgRows(app.directory, org.id, 'billing_event WHERE waiting IS NOT NULL')).toBe(0)
  })

  it('of something else, or for nobody, links nothing', async () => {
    const anonymous = new FakeStripe(app, null)
    const reference = await fetchReference(app, org)
    for (const fields of [
      { mode: 'payment' },
      { client_reference_id: null },
      { client_reference_id: 'o'.repeat(200) },
      { client_reference_id: 'org_nobody' },
      { customer: null },
    ]) {
      const { status } = await anonymous.send(anonymous.checkout(reference, fields))
      expect(status).toBe(200)
    }
    await anonymous.tell('created')
    expect(told()).toEqual([])
  })

  it('leaves a customer with the organization that it pays for already', async () => {
    await stripe.tell('created')
    const other = await app.org('free')
    await stripe.send(stripe.checkout(await fetchReference(app, other)))
    await stripe.tell('updated', {}, { price: 'price_business', created: stripe.now + 1 })
    expect(told(other.id)).toEqual([])
    expect(told().at(-1)).toEqual(['business', 'active', false])
  })
})

describe('an event that comes again', () => {
  it('does nothing, also when ten come at once', async () => {
    await stripe.tell('created')
    const event = stripe.event('invoice.paid', stripe.invoice())
    const answers = await Promise.all(Array.from({ length: 10 }, () => stripe.send(event)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(told().filter(([name]) => name === 'invoice.paid')).toHaveLength(1)
    expect(countOrgRows(app.directory, org.id, 'billing_event')).toBe(2)
  })

  it('is forgotten after a month, and one that waits after three days', async () => {
    await stripe.tell('created')
    await new FakeStripe(app, null).tell('created')
    const waiting = () => countStoredRows(app.directory, 'billing_event WHERE waiting IS NOT NULL')
    const { maintenance } = app.app.services
    const tidy = async () => {
      maintenance.hourly()
      await maintenance.onIdle()
    }
    await tidy()
    expect(waiting()).toBeGreaterThan(0)
    app.clock.advance({ days: 3, seconds: 1 })
    await tidy()
    expect(waiting()).toBe(0)
    expect(countOrgRows(app.directory, org.id, 'billing_event')).toBe(1)
    app.clock.advance({ days: 28 })
    await tidy()
    expect(countOrgRows(app.directory, org.id, 'billing_event')).toBe(0)
  })
})

describe('what is refused', () => {
  it.each([
    ['no signature', { header: '' }],
    ['another signature', { header: `t=1,v1=${'0'.repeat(64)}` }],
    ['a signature of another secret', { secret: 'whsec_of_somebody_else' }],
  ])('%s is 400', async (_, options) => {
    const { status, body } = await stripe.send(
      stripe.event('customer.subscription.created', stripe.subscription()),
      options,
    )
    expect([status, body.error?.code]).toEqual([400, 'BAD_REQUEST'])
    expect(told()).toEqual([])
  })

  it('a signature that is six minutes old is 400, and one of the secret before counts', async () => {
    const event = stripe.event('customer.subscription.created', stripe.subscription())
    expect((await stripe.send(event, { timestamp: stripe.now - 301 })).status).toBe(400)
    expect((await stripe.send(event, { secret: OLD_STRIPE_SECRET })).status).toBe(200)
    expect(told()).toEqual([['pro', 'active', false]])
  })

  it.each(['', '[]', '{}', 'null', '{', '{"id":"evt_1"}', '"text"'])(
    'a body %s is 400, though it is signed',
    async (body) => expect((await stripe.send(body)).status).toBe(400),
  )

  it('an object of another form is 400, and says nothing of what it holds', async () => {
    const event = stripe.event('invoice.paid', stripe.invoice({ amount_paid: 'hunter2' }))
    const { status, body } = await stripe.send(event)
    expect([status, body.error?.message]).toEqual([
      400,
      'The object of this invoice.paid has another form: amount_paid',
    ])
  })

  it('a body of more than a megabyte is 413, and one of less is read', async () => {
    const padded = (bytes: number) => ({
      ...stripe.event('some.type', {}),
      padding: 'x'.repeat(bytes),
    })
    expect((await stripe.send(padded(1_024 * 1_024))).status).toBe(413)
    expect((await stripe.send(padded(1_000_000))).status).toBe(200)
  })

  it('what is none of our business is 200, and leaves nothing', async () => {
    const before = countStoredRows(app.directory, 'billing_event')
    for (const type of ['customer.created', 'constructor', 'charge.refunded', '']) {
      expect((await stripe.send(stripe.event(type, { id: 'x' }))).status).toBe(200)
    }
    const foreign = new FakeStripe(app, 'org_of_another_server')
    await foreign.tell('updated', {}, { price: 'price_unknown' })
    expect(countStoredRows(app.directory, 'billing_event')).toBe(before)
  })

  it('no body, secret or signature is in the log', () => {
    const log = app.logs.join('')
    for (const word of ['whsec_', 'hunter2', 'v1=', 'price_pro', stripe.customer]) {
      expect(log).not.toContain(word)
    }
    expect(log).toContain('/api/v1/billing/webhook')
  })
})
