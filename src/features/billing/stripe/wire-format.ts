import * as z from 'zod'

// The schemas of the parts of Stripe's objects that are read. Objects may have other fields; versions of Stripe's API
// differ in where a few fields are.

const Id = z.string().min(1).max(255)
/** A time of Stripe's, which is in whole seconds, read as milliseconds. */
const Moment = z
  .int()
  .min(0)
  .max(253_402_300_799)
  .transform((seconds) => seconds * 1_000)
const MaybeMoment = Moment.nullish().transform((at) => at ?? null)

/** The id of an object, read from the id itself or from the object where Stripe expanded it. */
const Reference = z
  .union([Id, z.object({ id: Id }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null)

const Metadata = z
  .object({ orgId: z.string().max(64).nullish() })
  .nullish()
  .transform((metadata) => ({ orgId: metadata?.orgId ?? null }))

export const StripeEvent = z.object({
  id: Id,
  type: z.string().max(255),
  created: Moment,
  data: z.object({ object: z.unknown() }),
})

const MOST_ITEMS = 100

export const Subscription = z.object({
  id: Id,
  customer: Reference,
  status: z.string(),
  created: Moment,
  cancel_at: MaybeMoment,
  cancel_at_period_end: z.boolean().nullish(),
  current_period_start: MaybeMoment,
  current_period_end: MaybeMoment,
  trial_end: MaybeMoment,
  ended_at: MaybeMoment,
  cancellation_details: z.object({ reason: z.string().nullish() }).nullish(),
  metadata: Metadata,
  items: z.object({
    data: z
      .array(
        z.object({
          price: z.object({ id: Id }).nullish(),
          current_period_start: MaybeMoment,
          current_period_end: MaybeMoment,
        }),
      )
      .max(MOST_ITEMS),
  }),
})
export type Subscription = z.output<typeof Subscription>

const Parent = z.object({
  subscription_details: z.object({ subscription: Reference, metadata: Metadata }).nullish(),
})

export const Invoice = z.object({
  id: Id,
  customer: Reference,
  subscription: Reference,
  subscription_details: z.object({ metadata: Metadata }).nullish(),
  parent: Parent.nullish(),
  billing_reason: z.string().nullish(),
  amount_paid: z.int(),
  currency: z.string().max(8),
  status_transitions: z.object({ paid_at: MaybeMoment }).nullish(),
  created: Moment,
  metadata: Metadata,
  lines: z.object({
    data: z
      .array(
        z.object({
          price: z.object({ id: Id }).nullish(),
          pricing: z.object({ price_details: z.object({ price: Reference }).nullish() }).nullish(),
          period: z.object({ start: Moment, end: Moment }).nullish(),
        }),
      )
      .max(MOST_ITEMS),
  }),
})
export type Invoice = z.output<typeof Invoice>

export const CheckoutSession = z.object({
  mode: z.string(),
  customer: Reference,
  created: MaybeMoment,
  client_reference_id: z
    .string()
    .max(200)
    .nullish()
    .transform((reference) => reference ?? null),
})

export const Customer = z.object({ id: Id, metadata: Metadata })
