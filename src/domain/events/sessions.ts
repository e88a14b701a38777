import { DAY_MS, MINUTE_MS } from '../../lib/time/clock.ts'

/** The longest pause, in milliseconds, between two events of one visit; after a longer one another visit begins. */
export const SESSION_GAP_MS = 30 * MINUTE_MS
/** The longest time, in milliseconds, between a click on an engine and a visit from it that counts as a return. */
export const RETURN_MS = DAY_MS
