/**
 * The current time in epoch milliseconds. `systemClock` is the only reader of the system's clock; everything else is
 * given a `Clock`.
 */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/**
 * A monotonic clock for durations, which returns the milliseconds since some moment of the process. It cannot be set,
 * while the system's clock may jump by a day. Times that outlive the process have to come from `Clock`, with bounds, so
 * that a clock that was wrong for a moment does no lasting harm.
 */
export type MonotonicClock = () => number

export const systemMonotonicClock: MonotonicClock = () => performance.now()

/** Returns a time as ISO 8601 in UTC with milliseconds, the form of every time in answers and files. */
export const iso = (atMs: number): string => new Date(atMs).toISOString()

export const isoOrNull = (atMs: number | null): string | null => (atMs === null ? null : iso(atMs))

/**
 * Milliseconds from a start until background work begins, so that requests that waited for the start are answered
 * first.
 */
export const AFTER_START_MS = 50
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
