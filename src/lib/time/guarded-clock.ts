import type { Clock, MonotonicClock } from './clock.ts'

/**
 * Returns a clock for work that cannot be undone, such as deleting old rows: a reading that is ahead of the time
 * expected since the last reading counts as that time, and a jump counts only from the next reading on. So a clock that
 * is wrong for a moment deletes nothing, if readings are far apart.
 */
export function guardedClock(now: Clock, elapsed: MonotonicClock): Clock {
  let last = { nowMs: now(), elapsedMs: elapsed() }
  return () => {
    const look = { nowMs: now(), elapsedMs: elapsed() }
    const expectedMs = last.nowMs + Math.max(0, look.elapsedMs - last.elapsedMs)
    last = look
    return Math.min(look.nowMs, expectedMs)
  }
}
