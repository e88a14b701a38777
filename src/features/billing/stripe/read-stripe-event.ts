import * as z from 'zod'
import { ServiceError } from '../../../kernel/door/errors.ts'
import type {
  GatewayEvent,
  GatewayNews,
  GatewaySubscription,
  PaidInvoice,
} from '../../../kernel/ports/payment-gateway.ts'
import { CheckoutSession, Customer, Invoice, StripeEvent, Subscription } from './wire-format.ts'
import { type Plan, PLANS } from '../../../kernel/plan/plans.ts'

interface Told {
  id: string
  type: string
  object: unknown
  /** The time of the event in epoch milliseconds. */
  at: number
}

/** The reader of each type of event; events of other types are not read. */
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

/**
 * Reads an event of Stripe. Throws BAD_REQUEST for a body of another form; the message names the places that differ,
 * never their values.
 */
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

type Line = Invoice['lines']['data'][number]

/** Reads what an event says of an invoice; undefined for an invoice without a customer. */
function invoiceNews(
  invoice: Invoice,
  plans: PlanByPrice,
  isPaid: boolean,
): GatewayNews | undefined {
  const { customer, parent } = invoice
  if (customer === null) return undefined
  const details = parent?.subscription_details
  return {
    kind: 'invoice',
    customerId: customer,
    orgId:
      details?.metadata.orgId ??
      invoice.subscription_details?.metadata.orgId ??
      invoice.metadata.orgId,
    subscriptionId: details?.subscription ?? invoice.subscription,
    // An invoice of an upgrade can fail while the subscription is paid, and that of a first payment before it begins.
    isRenewal: invoice.billing_reason === 'subscription_cycle',
    paid: isPaid ? paidInvoice(invoice, plans) : null,
  }
}

function paidInvoice(invoice: Invoice, plans: PlanByPrice): PaidInvoice {
  const lines = invoice.lines.data
  // The invoice of an upgrade also lists the plan that is replaced; the period that is paid for ends last.
  const [last] = lines
    .flatMap(({ period }) => period ?? [])
    .toSorted((a, b) => b.end - a.end || a.start - b.start)
  return {
    invoiceId: invoice.id,
    amountMinor: invoice.amount_paid,
    currency: invoice.currency.toUpperCase(),
    plan: widestPlan(lines.map(priceOf), plans),
    periodStart: last?.start ?? null,
    periodEnd: last?.end ?? null,
    paidAt: invoice.status_transitions?.paid_at ?? invoice.created,
  }
}

const priceOf = ({ price, pricing }: Line): string | null =>
  price?.id ?? pricing?.price_details?.price ?? null

type Status = GatewaySubscription['status']

/**
 * The service's status for each status of Stripe's that has one: an `incomplete` subscription has not begun, and an
 * `incomplete_expired` one never did.
 */
const STATUSES: Readonly<Record<string, Status>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'paused',
  paused: 'paused',
  canceled: 'ended',
}

/**
 * The order that decides between statuses of the same second, the last one wins: the status that comes later in a
 * subscription's life, and where that is not clear the one that grants more.
 */
const LATER: readonly Status[] = ['paused', 'past_due', 'trialing', 'active', 'ended']

/** Reads what an event says of a subscription; undefined where the subscription has not begun. */
function subscriptionNews(
  subscription: Subscription,
  plans: PlanByPrice,
  { id, type }: { id: string; type: string },
): GatewayNews | undefined {
  const { customer, metadata } = subscription
  const status = type.endsWith('.deleted') ? 'ended' : STATUSES[subscription.status]
  if (status === undefined || customer === null) return undefined
  const isFirst = type.endsWith('.created')
  return {
    kind: 'subscription',
    customerId: customer,
    orgId: metadata.orgId,
    subscription: subscriptionOf(subscription, plans, status),
    rank: `${isFirst ? 0 : 1}${LATER.indexOf(status)} ${id}`,
  }
}

function subscriptionOf(
  subscription: Subscription,
  plans: PlanByPrice,
  status: Status,
): GatewaySubscription {
  const { items, trial_end: trialEnd } = subscription
  const periodEnd =
    subscription.current_period_end ?? latest(items.data.map((item) => item.current_period_end))
  const end = status === 'trialing' ? (trialEnd ?? periodEnd) : periodEnd
  return {
    id: subscription.id,
    plan: widestPlan(
      items.data.map(({ price }) => price?.id),
      plans,
    ),
    status,
    cancelsAt: subscription.cancel_at ?? (subscription.cancel_at_period_end ? end : null),
    isCancelled: subscription.cancellation_details?.reason !== 'payment_failed',
    periodStart:
      subscription.current_period_start ??
      latest(items.data.map((item) => item.current_period_start)),
    periodEnd: end,
    endedAt: subscription.ended_at,
    createdAt: subscription.created,
  }
}

const latest = (moments: readonly (number | null)[]): number | null =>
  moments.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)

/** The plans by the ids of the prices that stand for them. */
export type PlanByPrice = ReadonlyMap<string, Plan>

/** Finds the widest of the plans that prices stand for; null where none does. */
function widestPlan(
  prices: readonly (string | null | undefined)[],
  plans: PlanByPrice,
): Plan | null {
  const found = prices.flatMap((price) => (price ? (plans.get(price) ?? []) : []))
  return PLANS.findLast((plan) => found.includes(plan)) ?? null
}
