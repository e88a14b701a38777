import type { NewJob } from '../../../db/jobs/job-store.ts'
import type { Recovery } from '../../../db/webhooks/recover-events.ts'
import { RECOVERY_QUEUE } from '../../../db/webhooks/recover-events.ts'

/** The payload of a recovery's job: which events are queued again, and after which event the next step begins. */
export type RecoveryPayload = Pick<
  Recovery,
  'orgId' | 'subscriptionId' | 'sinceMs' | 'untilMs' | 'only' | 'afterNum'
>

/** Makes the job of a step of a recovery. A subscription has one such job at a time. */
export const recoveryJob = (id: string, payload: RecoveryPayload, nowMs: number): NewJob => ({
  id,
  queue: RECOVERY_QUEUE,
  runAt: nowMs,
  payload: JSON.stringify(payload),
  dedupeKey: payload.subscriptionId,
  groupKey: payload.subscriptionId,
})
