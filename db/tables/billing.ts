import type { Generated } from 'kysely'

/** A customer of the payment gateway, and the organization that pays as this customer. */
interface BillingCustomerTable {
  /** The gateway's own id. */
  id: string
  org_id: string
  linked_at: number
  deleted_at: Generated<number | null>
}

/** A subscription at the payment gateway, as the newest of its events reported it. */
interface BillingSubscriptionTable {
  /** The gateway's own id. */
  id: string
  org_id: string
  customer_id: string
  plan: string
  /** `trialing`, `active`, `past_due`, `paused` or `ended`. */
  status: string
  cancels_at: number | null
  /** 1 where its customer ended it; 0 where it ended because payments did not come. */
  is_cancelled: number
  /**
   * 1 once any of its events reported that it began; it stays 0 for a checkout that was never finished, which changes
   * no plan.
   */
  was_live: number
  period_start: number | null
  period_end: number | null
  ended_at: number | null
  /** When it began. */
  created_at: number
  /** The time of the event that reported this state, and the event's place among those of the same time. */
  told_at: number
  told_rank: string
  /** Time of the first failed payment since the last that succeeded. */
  past_due_since: Generated<number | null>
}

/** An event of the payment gateway that was taken: a repetition of it does nothing. */
interface BillingEventTable {
  /** The gateway's own id. */
  id: string
  /** Null while the event waits for the organization of its customer to be known. */
  org_id: string | null
  customer_id: string | null
  subscription_id: string | null
  /**
   * The event's state of payments for the subscription: `good` or `due` for an event of its status, `paid` or `failed`
   * for an event of an invoice.
   */
  note: string | null
  /** When it happened, by the gateway's clock. */
  at: number
  received_at: number
  /** JSON of an event that waits. */
  waiting: string | null
  /** The id of the signed reference that it used up. */
  reference: Generated<string | null>
}

export interface BillingTables {
  billing_customer: BillingCustomerTable
  billing_subscription: BillingSubscriptionTable
  billing_event: BillingEventTable
}
