import type { DeliveryStatus } from '../../domain/webhooks/delivery-status.ts'

/** The secrets that sign a delivery, as they were shown. */
export interface SigningSecrets {
  current: string
  /** The one before, while both hold. */
  old: string | undefined
}

export interface OutgoingDelivery {
  url: string
  /** The text that `eventBody` writes: every attempt sends the same bytes. */
  body: string
  /** The id of the event, or `evt_test_…`. */
  eventId: string
  event: string
  /** From 1. */
  attempt: number
  secrets: SigningSecrets
  isTest: boolean
  /** Aborted when the process cannot wait for the answer any longer. */
  signal?: AbortSignal | undefined
}

/** The result of one attempt; all parts that come from the receiver are bounded and cleaned. */
export interface DeliveryAttempt {
  status: DeliveryStatus
  httpStatus: number | null
  durationMs: number
  /** A sentence of ours; null for one that was delivered. */
  error: string | null
  responseHeaders: Readonly<Record<string, string>> | null
  responseBody: string | null
}

/** Sends one request for each call, and repeats nothing. */
export interface WebhookSender {
  /**
   * Sends a delivery. It may wait for other requests to the same receiver; its time begins when it is sent. Throws
   * FetchError CANCELLED once the signal is aborted or after `close`, and any error that is not a failure of the
   * receiver.
   */
  send(delivery: OutgoingDelivery): Promise<DeliveryAttempt>
  /** Begins no more requests; those that run go on. */
  close(): void
}
