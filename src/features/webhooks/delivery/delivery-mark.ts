import type { ClaimedDelivery } from '../../../../db/webhooks/claim-deliveries.ts'
import type { AttemptRow, DeliveryOutcome } from '../../../../db/webhooks/mark-deliveries.ts'
import { PARKED_MS } from '../../../domain/webhooks/subscription-health.ts'
import type { DeliveryAttempt } from '../../../kernel/ports/webhook-sender.ts'
import { retryDelayMs } from './retry-schedule.ts'

/** A delivery whose event and subscription exist. */
export type WholeDelivery = ClaimedDelivery & {
  event: NonNullable<ClaimedDelivery['event']>
  subscription: NonNullable<ClaimedDelivery['subscription']>
}

/** True for a delivery whose event and subscription exist. */
export const isWhole = (delivery: ClaimedDelivery): delivery is WholeDelivery =>
  delivery.event !== undefined && delivery.subscription !== undefined

/** True for a delivery whose subscription is paused or turned off. */
export const isOff = ({ subscription }: ClaimedDelivery): boolean =>
  subscription !== undefined && (subscription.isPaused || subscription.isDisabled)

/**
 * True for a delivery whose subscription is paused or turned off, and that waits for it to be resumed; false once it is
 * older than `PARKED_MS`.
 */
export const isParked = (delivery: ClaimedDelivery, nowMs: number): boolean =>
  isWhole(delivery) && isOff(delivery) && nowMs < delivery.createdAt + PARKED_MS

interface Made {
  id: string
  atMs: number
  attempt: DeliveryAttempt
}

/** Returns the number that the next attempt of a job would have; each event and subscription counts from 1. */
export const attemptNumber = ({ earlier, attempts }: ClaimedDelivery): number =>
  earlier + attempts + 1

/** Makes the row that stores an attempt. */
export function attemptRow(
  delivery: WholeDelivery,
  { id, atMs, attempt }: Made,
  next: { isFinal: boolean; atMs: number | undefined },
): AttemptRow {
  const { event, subscription, origin } = delivery
  return {
    id,
    org_id: subscription.orgId,
    subscription_id: subscription.id,
    event_id: event.id,
    event: event.event,
    site_num: event.siteNum,
    attempt: attemptNumber(delivery),
    origin,
    ...attemptColumns(attempt),
    is_final: next.isFinal ? 1 : 0,
    next_attempt_at: next.atMs ?? null,
    at: atMs,
  }
}

/** Makes the columns of that row which say how the attempt went. */
export const attemptColumns = (attempt: DeliveryAttempt) => ({
  status: attempt.status,
  http_status: attempt.httpStatus,
  duration_ms: attempt.durationMs,
  error: attempt.error,
  response_headers: attempt.responseHeaders && JSON.stringify(attempt.responseHeaders),
  response_body: attempt.responseBody,
})

/** Decides the outcome of an attempt: delivered, to be sent again at some time, or given up. */
export function markOfAttempt(
  delivery: WholeDelivery,
  made: Made,
  random: number,
): DeliveryOutcome {
  const { attempt, atMs } = made
  const isSuccess = attempt.status === 'delivered'
  const delayMs = isSuccess
    ? undefined
    : retryDelayMs({
        attempts: delivery.attempts + 1,
        retryAfter: attempt.responseHeaders?.['retry-after'],
        nowMs: atMs,
        random,
      })
  const retryAt = delayMs === undefined ? undefined : atMs + delayMs
  return {
    ...whose(delivery),
    attempt: attemptRow(delivery, made, { isFinal: retryAt === undefined, atMs: retryAt }),
    retryAt,
    isSuccess,
    isGone: attempt.httpStatus === 410,
  }
}

/**
 * Returns the outcome of a job that ends without a request. `row` says why; it is absent where the subscription or the
 * event is gone, so that no one could read it.
 */
export function markOfEnd(delivery: ClaimedDelivery, row?: AttemptRow): DeliveryOutcome {
  const none = { retryAt: undefined, isSuccess: undefined, isGone: false }
  return { ...whose(delivery), attempt: row, ...none }
}

const whose = ({ id, leaseId, subscriptionId, subscription }: ClaimedDelivery) => ({
  lease: { id, leaseId },
  subscriptionId,
  orgId: subscription?.orgId ?? '',
})

/** Makes the record of an attempt that was not made, since nothing may be sent. */
export const unsent = (status: 'expired' | 'blocked', error: string): DeliveryAttempt => ({
  status,
  httpStatus: null,
  durationMs: 0,
  error,
  responseHeaders: null,
  responseBody: null,
})
