import type { Generated } from 'kysely'

/** An address of an organization that events are sent to. */
interface WebhookSubscriptionTable {
  id: string
  org_id: string
  url: string
  /** JSON list of event names. */
  events: string
  /** JSON list of the ids of the sites whose events it gets; null for all, and for events of the organization. */
  site_ids: string | null
  description: string
  /** 1 while its owner has paused it. */
  is_paused: Generated<number>
  /** Why it was paused where no person did; null otherwise. */
  paused_reason: Generated<string | null>
  /** When it was turned off because its receiver failed for days. */
  disabled_at: Generated<number | null>
  disabled_reason: Generated<string | null>
  /** The signing secret, encrypted. */
  secret: string
  /** The secret before, encrypted, until `old_secret_until`. */
  old_secret: Generated<string | null>
  old_secret_until: Generated<number | null>
  /** 1 when bodies have the event's id. */
  has_event_id: Generated<number>
  /** Attempts that failed since the last that succeeded. */
  failures: Generated<number>
  /** Time of the first of these failures. */
  failing_since: Generated<number | null>
  /** Goes up with each change by its owner. */
  version: Generated<number>
  created_by: string
  /** The person who gave it its address, or took it over; their role has to allow it. */
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
  /** Of the outbox, or `evt_test_…`. */
  event_id: string
  event: string
  /** The site that the event is of. */
  site_num: number | null
  /** From 1 for each event and subscription. */
  attempt: number
  /** `event`, `resend`, `recover` or `test`. */
  origin: string
  /** `delivered`, `http_<code>`, `timeout`, `redirect`, `dns`, `tls`, `refused`, `reset`, `blocked` or `expired`. */
  status: string
  http_status: number | null
  duration_ms: number
  /** A sentence of this service; null for an attempt that was delivered. */
  error: string | null
  /** JSON of the answer's headers, as far as they are kept. */
  response_headers: string | null
  /** The beginning of the answer's body. */
  response_body: string | null
  /** 1 when no attempt follows. */
  is_final: number
  next_attempt_at: number | null
  at: number
}

/** Domain events in the order in which they happened, until they are old; a sender reads them by number. */
interface OutboxTable {
  num: Generated<number>
  /** `evt_…`, by which a receiver recognises repetitions. */
  id: string
  org_id: string
  /** Null for an event of the organization itself. */
  site_num: number | null
  /** Name of the event in contract 6.1. */
  event: string
  /** Version of the payload's form. */
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
