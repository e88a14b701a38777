import type { Generated } from 'kysely'

/** A customer of the payment gateway, and the organization that pays as this customer. */
interface BillingCustomerTable {
  /** The id that the gateway gave to the customer. */
  id: string
  org_id: string
  linked_at: number
  deleted_at: Generated<number | null>
}

/** A subscription at the payment gateway, as the newest of its events reported it. */
interface BillingSubscriptionTable {
  /** The id that the gateway gave to the subscription. */
  id: string
  org_id: string
  customer_id: string
  plan: string
  /** The status: `trialing`, `active`, `past_due`, `paused` or `ended`. */
  status: string
  cancels_at: number | null
  /** 1 where the customer ended the subscription; 0 where it ended because payments did not come. */
  is_cancelled: number
  /**
   * 1 once an event reported that the subscription began; 0 for a checkout that was never finished, which changes no
   * plan.
   */
  was_live: number
  period_start: number | null
  period_end: number | null
  ended_at: number | null
  /** The time when the subscription began, in epoch milliseconds. */
  created_at: number
  /** The time of the event that reported this state, and the place of the event among those of the same time. */
  told_at: number
  told_rank: string
  /** The time of the first failed payment since the last one that succeeded; null where none exists. */
  past_due_since: Generated<number | null>
}

/** An event of the payment gateway that was taken; its row makes a repetition of the event do nothing. */
interface BillingEventTable {
  /** The id that the gateway gave to the event. */
  id: string
  /** The id of the organization; null while the event waits until the organization of its customer is known. */
  org_id: string | null
  customer_id: string | null
  subscription_id: string | null
  /**
   * The event's state of payments for the subscription: `good` or `due` for an event of its status, `paid` or `failed`
   * for an event of an invoice.
   */
  note: string | null
  /** The time of the event, by the gateway's clock. */
  at: number
  received_at: number
  /** JSON of the event while it waits for its organization; else null. */
  waiting: string | null
  /** The id of the signed reference that the event used up; null for an event without one. */
  reference: Generated<string | null>
}

export interface BillingTables {
  billing_customer: BillingCustomerTable
  billing_subscription: BillingSubscriptionTable
  billing_event: BillingEventTable
}
