import type { DeliveryStatus } from '../../domain/webhooks/delivery-status.ts'

/** The secrets that sign a delivery, as they were shown. */
export interface SigningSecrets {
  current: string
  /** The one before, while both hold. */
  old: string | undefined
}

export interface OutgoingDelivery {
  url: string
  /** What `eventBody` writes: every attempt sends the same bytes. */
  body: string
  /** Of the event, or `evt_test_…`. */
  eventId: string
  event: string
  /** From 1. */
  attempt: number
  secrets: SigningSecrets
  isTest: boolean
  /** Aborted when the process cannot wait for the answer any longer. */
  signal?: AbortSignal | undefined
}

/** What became of one attempt; all that comes from the receiver is bounded and cleaned. */
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
   * A request may wait for others to the same receiver; its time begins when it is sent. Throws FetchError CANCELLED once
   * the signal is aborted or nothing begins any more, and whatever is no failure of the receiver.
   */
  send(delivery: OutgoingDelivery): Promise<DeliveryAttempt>
  /** Begins no more requests; those that run go on. */
  close(): void
}
