import type { Generated } from 'kysely'

/** A subscription of an organization to events, which are sent to an address. */
interface WebhookSubscriptionTable {
  id: string
  org_id: string
  url: string
  /** JSON array of the names of the events. */
  events: string
  /**
   * JSON array of the ids of the sites whose events are sent; null for all sites, and for events of the organization.
   */
  site_ids: string | null
  description: string
  /** 1 while the owner has paused the subscription. */
  is_paused: Generated<number>
  /** The reason why the service itself paused the subscription; null otherwise. */
  paused_reason: Generated<string | null>
  /** The time when the subscription was turned off because its receiver failed for days; null while it is on. */
  disabled_at: Generated<number | null>
  disabled_reason: Generated<string | null>
  /** The secret by which bodies are signed, encrypted. */
  secret: string
  /** The earlier secret, encrypted, which bodies are signed with too until `old_secret_until`; null for none. */
  old_secret: Generated<string | null>
  old_secret_until: Generated<number | null>
  /** 1 where bodies have the event's id, else 0. */
  has_event_id: Generated<number>
  /** The number of attempts that failed since the last one that succeeded. */
  failures: Generated<number>
  /** The time of the first of these failures; null for none. */
  failing_since: Generated<number | null>
  /** A number that goes up with each change by the owner. */
  version: Generated<number>
  created_by: string
  /** The id of the person who gave the subscription its address, or took it over, and whose role has to allow it. */
  vouched_by: string
  created_at: number
  updated_at: number
}

/** One attempt to deliver one event to one subscription. */
interface WebhookDeliveryTable {
  num: Generated<number>
  id: string
  org_id: string
  subscription_id: string
  /** The id of the event: that of the outbox, or `evt_test_…`. */
  event_id: string
  event: string
  /** The number of the site that the event is about; null for an event of the organization. */
  site_num: number | null
  /** The number of the attempt, from 1 on for each event and subscription. */
  attempt: number
  /** The reason for the attempt: `event`, `resend`, `recover` or `test`. */
  origin: string
  /**
   * The result: `delivered`, `http_<code>`, `timeout`, `redirect`, `dns`, `tls`, `refused`, `reset`, `blocked` or
   * `expired`.
   */
  status: string
  http_status: number | null
  duration_ms: number
  /** A sentence of this service about the failure; null for an attempt that was delivered. */
  error: string | null
  /** JSON of those headers of the answer that are kept. */
  response_headers: string | null
  /** The beginning of the body of the answer. */
  response_body: string | null
  /** 1 where no further attempt follows, else 0. */
  is_final: number
  next_attempt_at: number | null
  at: number
}

/**
 * A domain event; events stand in the order in which they happened, until they are old, and a sender reads them by
 * number.
 */
interface OutboxTable {
  num: Generated<number>
  /** The id of the event, `evt_…`, by which a receiver recognises repetitions. */
  id: string
  org_id: string
  /** The number of the site; null for an event of the organization itself. */
  site_num: number | null
  /** The name of the event in contract 6.1. */
  event: string
  /** The version of the payload's form. */
  version: number
  /** JSON of the payload. */
  payload: string
  at: number
}

export interface WebhookTables {
  webhook_subscription: WebhookSubscriptionTable
  webhook_delivery: WebhookDeliveryTable
  outbox: OutboxTable
}
