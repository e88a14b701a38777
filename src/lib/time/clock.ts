/** The only reader of the system clock; everything else is given a `Clock`. Epoch milliseconds. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/**
 * Milliseconds since some moment of the process, for how long something takes, lasts or is remembered: nobody sets it, where
 * the clock can be set ahead and back by a day. What outlives the process can only be kept by the clock; whoever reads it
 * there bounds it, so that a clock that was wrong for a moment is not wrong for longer.
 */
export type Elapsed = () => number

export const systemElapsed: Elapsed = () => performance.now()

/** ISO 8601 UTC with milliseconds, the form of every time at the edges. */
export const iso = (atMs: number): string => new Date(atMs).toISOString()

export const isoOrNull = (atMs: number | null): string | null => (atMs === null ? null : iso(atMs))

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
