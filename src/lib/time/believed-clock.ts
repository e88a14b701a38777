import type { Clock, Elapsed } from './clock.ts'

/**
 * The time for work that cannot be taken back, such as deleting what is too old: a clock that was set ahead is believed from
 * the second look on, so that one that is wrong for a moment deletes nothing. Looks should be far apart.
 */
export function believedClock(now: Clock, elapsed: Elapsed): Clock {
  let last = { nowMs: now(), elapsedMs: elapsed() }
  return () => {
    const look = { nowMs: now(), elapsedMs: elapsed() }
    const expectedMs = last.nowMs + Math.max(0, look.elapsedMs - last.elapsedMs)
    last = look
    return Math.min(look.nowMs, expectedMs)
  }
}
