import { DAY_MS, MINUTE_MS } from '../../lib/time/clock.ts'

/** A visitor's next event after more than this begins another session. */
export const SESSION_GAP_MS = 30 * MINUTE_MS
/** A visit from the same engine within this time of a click is a return. */
export const RETURN_MS = DAY_MS
