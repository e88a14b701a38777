import { sql, type RawBuilder } from 'kysely'
import { DAY_MS } from '../../src/lib/time/clock.ts'

/** A gateway repeats an event for three days by itself, and by hand as long as it keeps it, which is a month. */
const KEPT_MS = 31 * DAY_MS
/** A customer whose checkout ended is known within a day; who is none of ours never is. */
const WAITING_MS = 3 * DAY_MS

/** The events of the payment gateway that need not be known any more. */
export const forgottenGatewayEvents = (nowMs: number): RawBuilder<unknown> =>
  sql`received_at < ${nowMs - WAITING_MS} AND (waiting IS NOT NULL OR received_at < ${nowMs - KEPT_MS})`
