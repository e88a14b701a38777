import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  fetchReference,
  FakeStripe,
  STRIPE_ENVIRONMENT,
  type StripeEventBody,
} from '../../testing/fake-stripe.ts'
import { inspectOrg } from '../../testing/org-rows.ts'
import { outboxEvents } from '../../testing/outbox-events.ts'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

const DAY = 86_400
const RUNS = { numRuns: 60 }

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start({ environment: STRIPE_ENVIRONMENT })
})

afterAll(() => app[Symbol.asyncDispose]())

interface Happening {
  what: 'created' | 'updated' | 'paused' | 'resumed' | 'deleted' | 'paid' | 'failed'
  status: string
  price: string
  cancels: boolean
  /** The seconds between this event and the one before it. */
  after: number
  second: boolean
}

const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.constantFrom(
    'created',
    'updated',
    'updated',
    'paused',
    'resumed',
    'deleted',
    'paid',
    'failed',
  ),
  status: fc.constantFrom(
    'incomplete',
    'trialing',
    'active',
    'active',
    'past_due',
    'past_due',
    'unpaid',
    'paused',
  ),
  price: fc.constantFrom('price_pro', 'price_business', 'price_enterprise'),
  cancels: fc.boolean(),
  after: fc.constantFrom(0, 0, 1, 60, DAY, 3 * DAY),
  second: fc.nat(4).map((n) => n === 0),
})

/**
 * Makes the events of a customer's life for an organization; they are the same for any organization, except for the ids
 * in them.
 */
async function eventsOf(
  life: readonly Happening[],
  org: TestOrg,
  isNamed: boolean,
): Promise<[FakeStripe, StripeEventBody[]]> {
  const { id: orgId } = org
  const stripe = new FakeStripe(app, isNamed ? orgId : null)
  let at = stripe.now - 8 * DAY
  const begun = at
  const events = life.map(({ what, status, price, cancels, after, second }, i) => {
    at += after
    const subscriptionId = second ? `${stripe.subscriptionId}_2` : stripe.subscriptionId
    const parent = {
      subscription_details: { subscription: subscriptionId, metadata: isNamed ? { orgId } : {} },
    }
    const event =
      what === 'paid' || what === 'failed'
        ? stripe.event(
            what === 'paid' ? 'invoice.paid' : 'invoice.payment_failed',
            stripe.invoice({ parent, id: `in_${orgId}_${i}` }, price),
            at,
          )
        : stripe.event(
            `customer.subscription.${what}`,
            stripe.subscription(
              {
                id: subscriptionId,
                status: what === 'deleted' ? 'canceled' : status,
                created: second ? begun + 1 : begun,
                cancel_at_period_end: cancels,
                ended_at: what === 'deleted' ? at : null,
                trial_end: status === 'trialing' ? at + DAY : null,
              },
              price,
            ),
            at,
          )
    return { ...event, id: `evt_${orgId}_${String(i).padStart(3, '0')}` }
  })
  if (isNamed) return [stripe, events]
  const linked = { ...stripe.checkout(await fetchReference(app, org)), created: begun }
  return [stripe, [...events, { ...linked, id: `evt_${orgId}_link` }]]
}

const stateOf = (orgId: string): unknown =>
  inspectOrg(app.directory, orgId, (db) =>
    db
      .prepare(
        'SELECT plan, plan_status, plan_cancelled, plan_until, period_start, period_end, gateway FROM organization',
      )
      .get(),
  )
const invoicesPaid = (orgId: string): number =>
  outboxEvents(app.directory, orgId).filter(({ event }) => event === 'invoice.paid').length

async function deliver(stripe: FakeStripe, events: readonly StripeEventBody[]): Promise<void> {
  for (const event of events) {
    const { status, body } = await stripe.send(event)
    expect([status, body.error]).toEqual([200, null])
  }
}

it('whichever order events come in, and however often, the plan is the same', async () => {
  const lives = fc.array(happening, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      lives,
      fc.boolean(),
      fc.infiniteStream(fc.nat()),
      async (life, isNamed, draws) => {
        app.clock.advance({ minutes: 2 }) // the service takes a limited number of requests a minute from one address
        const [inOrder, shuffled] = [await app.org('free'), await app.org('free')]
        const [first, events] = await eventsOf(life, inOrder, isNamed)
        await deliver(first, events)
        const [second, others] = await eventsOf(life, shuffled, isNamed)
        const draw = (below: number): number => draws.next().value % below
        const order = [...others, ...others.filter(() => draw(3) === 0)]
          .map((event) => ({ event, place: draw(1_000_000) }))
          .toSorted((a, b) => a.place - b.place)
        await deliver(
          second,
          order.map(({ event }) => event),
        )
        expect(stateOf(shuffled.id)).toEqual(stateOf(inOrder.id))
        const paid = life.filter(({ what }) => what === 'paid').length
        expect([invoicesPaid(inOrder.id), invoicesPaid(shuffled.id)]).toEqual([paid, paid])
      },
    ),
    RUNS,
  )
})

const WORDS: Readonly<Record<string, string>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'paused',
  paused: 'paused',
}

it('the newest event says what the plan is', async () => {
  const status = fc.constantFrom(...Object.keys(WORDS))
  const price = fc.constantFrom('pro', 'business', 'enterprise')
  const updates = fc.array(fc.tuple(status, price), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(updates, fc.infiniteStream(fc.nat()), async (told, draws) => {
      app.clock.advance({ minutes: 2 })
      const org = await app.org('free')
      const stripe = new FakeStripe(app, org.id)
      const events = told.map(([now, plan], i) => {
        const fields = { status: now, trial_end: stripe.now + DAY, created: stripe.now - 100 }
        const object = stripe.subscription(fields, `price_${plan}`)
        return stripe.event('customer.subscription.updated', object, stripe.now - told.length + i)
      })
      const places = new Map(events.map(({ id }) => [id, draws.next().value]))
      await deliver(
        stripe,
        events.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0)),
      )
      const [newest = '', plan] = told.at(-1) ?? []
      expect(stateOf(org.id)).toMatchObject({ plan, plan_status: WORDS[newest] })
    }),
    RUNS,
  )
})
