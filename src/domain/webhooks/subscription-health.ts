import { DAY_MS } from '../../lib/time/clock.ts'

/** The time for which a subscription that cannot be delivered to keeps its deliveries, from when they were queued. */
export const PARKED_MS = 7 * DAY_MS

const FAILING_MS = 5 * DAY_MS
const FAILED_ATTEMPTS = 20

/** True for a subscription that is turned off: nothing got through for days, although it was tried often. */
export const isFailingForGood = (
  { failures, failingSince }: { failures: number; failingSince: number | null },
  nowMs: number,
): boolean =>
  failingSince !== null && nowMs - failingSince >= FAILING_MS && failures >= FAILED_ATTEMPTS
