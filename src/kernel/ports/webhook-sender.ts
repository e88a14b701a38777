import type { DeliveryStatus } from '../../domain/webhooks/delivery-status.ts'

/** The secrets that sign a delivery, as they were shown. */
export interface SigningSecrets {
  current: string
  /** The secret before the current one; undefined once only one is valid. */
  old: string | undefined
}

export interface OutgoingDelivery {
  url: string
  /** The body as `eventBody` writes it: every attempt sends the same bytes. */
  body: string
  /** The id of the event, or `evt_test_…`. */
  eventId: string
  event: string
  /** The number of the attempt, from 1. */
  attempt: number
  secrets: SigningSecrets
  isTest: boolean
  /** The signal that is aborted when the process cannot wait for the answer any longer. */
  signal?: AbortSignal | undefined
}

/** The result of one attempt to deliver; all parts that come from the receiver are bounded and cleaned. */
export interface DeliveryAttempt {
  status: DeliveryStatus
  httpStatus: number | null
  durationMs: number
  /** A sentence of ours that says why the delivery failed; null for one that was delivered. */
  error: string | null
  responseHeaders: Readonly<Record<string, string>> | null
  responseBody: string | null
}

/** Sends deliveries to receivers of webhooks: one request for each call, without repetition. */
export interface WebhookSender {
  /**
   * Sends a delivery. It may wait for other requests to the same receiver; the time limit begins when it is sent.
   * Throws FetchError CANCELLED once the signal is aborted or after `close`, and any error that is not a failure of
   * the receiver.
   */
  send(delivery: OutgoingDelivery): Promise<DeliveryAttempt>
  /** Begins no more requests; those that run go on. */
  close(): void
}
