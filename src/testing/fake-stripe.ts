import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import type { ApiAnswer, TestApp, TestOrg } from './start-test-app.ts'

const SECRET = 'whsec_q0YzR7mJw3bQk9sXn2Vt6Lh8Dp1Cf5Ae'
export const OLD_STRIPE_SECRET = 'whsec_older7mJw3bQk9sXn2Vt6Lh8Dp1Cf5Ae'

/** Settings of a service that takes the payments of a `FakeStripe`. */
export const STRIPE_ENVIRONMENT = {
  STRIPE_WEBHOOK_SECRET: `${SECRET},${OLD_STRIPE_SECRET}`,
  STRIPE_PRICES: 'price_pro=pro,price_business=business, price_enterprise=enterprise',
  STRIPE_PAYMENT_LINK: 'https://buy.stripe.com/test_14k?locale=de',
}

type Fields = Readonly<Record<string, unknown>>

export interface StripeEventBody {
  id: string
  type: string
  created: number
  data: { object: Fields }
}

/** Fetches a reference as the owner of an organization. */
export async function fetchReference(app: TestApp, org: TestOrg): Promise<string> {
  const token = await app.session(org)
  const { status, body } = await app.api('POST', '/org/checkout', { token, body: {} })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body.error)}`)
  return String(body.data['reference'])
}

/** The events that Stripe sends about one customer, signed by Stripe's own package. Times are seconds. */
export class FakeStripe {
  readonly #app: TestApp
  readonly customer = `cus_${randomUUID().slice(0, 8)}`
  readonly subscriptionId = `sub_${randomUUID().slice(0, 8)}`
  /** The organization that the subscription names; null where only the checkout names it. */
  readonly orgId: string | null

  constructor(app: TestApp, orgId: string | null) {
    this.#app = app
    this.orgId = orgId
  }

  get now(): number {
    return Math.floor(this.#app.clock.now() / 1_000)
  }

  event(type: string, object: Fields, created = this.now): StripeEventBody {
    const head = { id: `evt_${randomUUID()}`, object: 'event', api_version: '2025-11-17.clover' }
    return { ...head, type, created, data: { object } }
  }

  subscription(fields: Fields = {}, price = 'price_pro'): Fields {
    const period = { current_period_start: this.now, current_period_end: this.now + 2_592_000 }
    return {
      id: this.subscriptionId,
      object: 'subscription',
      customer: this.customer,
      status: 'active',
      created: this.now,
      cancel_at: null,
      cancel_at_period_end: false,
      trial_end: null,
      ended_at: null,
      metadata: this.orgId === null ? {} : { orgId: this.orgId },
      items: { object: 'list', data: [{ price: { id: price, object: 'price' }, ...period }] },
      ...fields,
    }
  }

  invoice(fields: Fields = {}, price = 'price_pro'): Fields {
    return {
      id: `in_${randomUUID().slice(0, 8)}`,
      object: 'invoice',
      customer: this.customer,
      billing_reason: 'subscription_cycle',
      amount_paid: 4_900,
      currency: 'eur',
      created: this.now,
      status_transitions: { paid_at: this.now },
      parent: {
        type: 'subscription_details',
        subscription_details: {
          subscription: this.subscriptionId,
          metadata: this.orgId === null ? {} : { orgId: this.orgId },
        },
      },
      lines: {
        object: 'list',
        data: [
          {
            period: { start: this.now, end: this.now + 2_592_000 },
            pricing: { type: 'price_details', price_details: { price } },
          },
        ],
      },
      ...fields,
    }
  }

  /** Makes the event of a checkout that this customer ended, with a `client_reference_id`. */
  checkout(reference: string | null, fields: Fields = {}): StripeEventBody {
    return this.event('checkout.session.completed', {
      id: `cs_${randomUUID().slice(0, 8)}`,
      object: 'checkout.session',
      mode: 'subscription',
      customer: this.customer,
      created: this.now,
      client_reference_id: reference,
      ...fields,
    })
  }

  send(
    event: unknown,
    { secret = SECRET, timestamp = this.now, header }: SendOptions = {},
  ): Promise<ApiAnswer> {
    const body = typeof event === 'string' ? event : JSON.stringify(event)
    const signature =
      header ?? Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
    const headers = signature === '' ? {} : { 'stripe-signature': signature }
    return this.#app.api('POST', '/billing/webhook', { body, headers })
  }

  /** Sends an event of a subscription, which is taken. */
  async tell(
    type: string,
    fields: Fields = {},
    { price = 'price_pro', created = this.now } = {},
  ): Promise<StripeEventBody> {
    const object = this.subscription(fields, price)
    const event = this.event(`customer.subscription.${type}`, object, created)
    const { status, body } = await this.send(event)
    if (status !== 200) throw new Error(`${type}: ${status} ${JSON.stringify(body.error)}`)
    return event
  }
}

interface SendOptions {
  secret?: string
  timestamp?: number
  header?: string
}
