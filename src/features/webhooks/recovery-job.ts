import type { NewJob } from '../../../db/jobs/job-store.ts'
import type { Recovery } from '../../../db/webhooks/recover-events.ts'
import { RECOVERY_QUEUE } from '../../../db/webhooks/recover-events.ts'

/** The payload of a job of a recovery: which events are meant, and how far it is. */
export type RecoveryPayload = Pick<
  Recovery,
  'orgId' | 'subscriptionId' | 'sinceMs' | 'untilMs' | 'only' | 'afterNum'
>

/** A subscription has one recovery at a time. */
export const recoveryJob = (id: string, payload: RecoveryPayload, nowMs: number): NewJob => ({
  id,
  queue: RECOVERY_QUEUE,
  runAt: nowMs,
  payload: JSON.stringify(payload),
  dedupeKey: payload.subscriptionId,
  groupKey: payload.subscriptionId,
})
