import * as z from 'zod'
import { ServiceError } from '../../../kernel/door/errors.ts'
import type { GatewayEvent, GatewayNews } from '../../../kernel/ports/payment-gateway.ts'
import type { PlanByPrice } from './plan-by-price.ts'
import { invoiceNews } from './read-invoice.ts'
import { subscriptionNews } from './read-subscription.ts'
import { CheckoutSession, Customer, Invoice, StripeEvent, Subscription } from './wire-format.ts'

interface Told {
  id: string
  type: string
  object: unknown
  /** Epoch milliseconds. */
  at: number
}

/** Says what each type of event tells; of any other nothing is read. */
const READERS: Readonly<
  Record<string, (told: Told, plans: PlanByPrice) => GatewayNews | undefined>
> = {
  'customer.subscription.created': ofSubscription,
  'customer.subscription.updated': ofSubscription,
  'customer.subscription.deleted': ofSubscription,
  'customer.subscription.paused': ofSubscription,
  'customer.subscription.resumed': ofSubscription,
  'invoice.paid': ({ object }, plans) => invoiceNews(Invoice.parse(object), plans, true),
  'invoice.payment_failed': ({ object }, plans) => invoiceNews(Invoice.parse(object), plans, false),
  'checkout.session.completed': ({ object, at }) => {
    const session = CheckoutSession.parse(object)
    const { mode, customer: customerId, client_reference_id: reference, created } = session
    if (mode !== 'subscription' || customerId === null || reference === null) return undefined
    return { kind: 'customer', customerId, reference, begunAt: created ?? at }
  },
  'customer.deleted': ({ object }) => {
    const { id, metadata } = Customer.parse(object)
    return { kind: 'customer_deleted', customerId: id, orgId: metadata.orgId }
  },
}

/** Reads an event of Stripe. Throws BAD_REQUEST for what is none, and says where, never what it holds. */
export function readStripeEvent(payload: string, plans: PlanByPrice): GatewayEvent {
  const event = StripeEvent.safeParse(parsed(payload))
  if (!event.success) throw notAnEvent(event.error.issues[0]?.path)
  const { id, type, created, data } = event.data
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  try {
    return { id, at: created, news: read?.({ id, type, object: data.object, at: created }, plans) }
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    const at = error.issues[0]?.path.join('.') ?? ''
    throw new ServiceError('BAD_REQUEST', `The object of this ${type} has another form: ${at}`, {
      cause: error,
    })
  }
}

function ofSubscription({ id, type, object }: Told, plans: PlanByPrice) {
  return subscriptionNews(Subscription.parse(object), plans, { id, type })
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch (error) {
    throw new ServiceError('MALFORMED_JSON', 'The body is not valid JSON', { cause: error })
  }
}

const notAnEvent = (path: PropertyKey[] = []): ServiceError =>
  new ServiceError('BAD_REQUEST', `The body is no event of Stripe: ${path.join('.') || 'object'}`)
