/** The only reader of the system clock; everything else is given a `Clock`. Epoch milliseconds. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** ISO 8601 UTC with milliseconds, the form of every time at the edges. */
export const iso = (atMs: number): string => new Date(atMs).toISOString()

export const isoOrNull = (atMs: number | null): string | null => (atMs === null ? null : iso(atMs))

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
