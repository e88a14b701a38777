import * as z from 'zod'

const Id = z.string().min(1).max(255)
/** A point in time, in epoch milliseconds. */
const Moment = z.int().min(0)
/** The id of the organization; null where the gateway does not know it. */
const OrgId = z.string().max(64).nullable()

/** A subscription as an event of the gateway describes it, in our words. */
const Subscription = z.object({
  id: Id,
  /** The name of the plan; null for a price that is assigned to no plan of ours. */
  plan: z.string().nullable(),
  status: z.enum(['trialing', 'active', 'past_due', 'paused', 'ended']),
  /** The end of a cancelled subscription; null where it is not cancelled. */
  cancelsAt: Moment.nullable(),
  /** True where the customer ended the subscription; false where it ended because payments were missing. */
  isCancelled: z.boolean(),
  periodStart: Moment.nullable(),
  periodEnd: Moment.nullable(),
  endedAt: Moment.nullable(),
  createdAt: Moment,
})
export type GatewaySubscription = z.infer<typeof Subscription>

const PaidInvoice = z.object({
  invoiceId: Id,
  /** The amount in the smallest unit of the currency. */
  amountMinor: z.int(),
  /** The currency as a code of ISO 4217, in upper case. */
  currency: z.string(),
  plan: z.string().nullable(),
  periodStart: Moment.nullable(),
  periodEnd: Moment.nullable(),
  paidAt: Moment,
})
export type PaidInvoice = z.infer<typeof PaidInvoice>

/** The news about one customer in an event of a gateway. */
export const GatewayNews = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('subscription'),
    customerId: Id,
    orgId: OrgId,
    subscription: Subscription,
    /** The place among events of the same time: the later event has the greater text. */
    rank: z.string(),
  }),
  z.object({
    kind: z.literal('invoice'),
    customerId: Id,
    orgId: OrgId,
    subscriptionId: Id.nullable(),
    /** True for a payment for a further period of a subscription; the state of the subscription follows from it. */
    isRenewal: z.boolean(),
    /** The paid invoice; null for one whose payment failed. */
    paid: PaidInvoice.nullable(),
  }),
  /**
   * The end of a checkout that carried a reference; the contents of the reference decide whether it binds the customer.
   */
  z.object({
    kind: z.literal('customer'),
    customerId: Id,
    reference: z.string().max(200),
    /** The time at which the checkout began, by the gateway's clock. */
    begunAt: Moment,
  }),
  z.object({ kind: z.literal('customer_deleted'), customerId: Id, orgId: OrgId }),
])
export type GatewayNews = z.infer<typeof GatewayNews>

/** An event of a payment gateway whose signature is verified. */
export interface GatewayEvent {
  /** The id that the gateway gave the event: an event that is sent again has the same id. */
  id: string
  /** The time of the event, by the gateway's clock. */
  at: number
  /** The news in the event; undefined for an event that does not concern us. */
  news: GatewayNews | undefined
}

/** The port of payment gateways, which turns what a gateway sends into events in our words. */
export interface PaymentGateway {
  /** The name of the gateway, as it is stored and shown. */
  name: string
  /** Makes the address at which an owner pays, from a reference; undefined where the operator made no payment link. */
  paymentLink: ((reference: string) => string) | undefined
  /**
   * Reads an event. Throws BAD_REQUEST where the signature does not prove the payload, or the payload is not an event.
   */
  readEvent(payload: string, signature: string, nowMs: number): GatewayEvent
}
