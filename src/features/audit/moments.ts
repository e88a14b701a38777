import * as z from 'zod'
import { DAY_MS } from '../../lib/time/clock.ts'
import { invalidField } from '../../kernel/door/errors.ts'

const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** The input fields for the two ends of a range of moments. */
export const momentFields = {
  from: Moment.optional().describe('First day in UTC, or first instant'),
  to: Moment.optional().describe('Last day in UTC, or the instant behind the last'),
}

/**
 * Reads a range of moments as its first instant and the instant behind its last, in epoch milliseconds; an end that is
 * left out stays open. Throws VALIDATION_FAILED where the last is not after the first.
 */
export function readMoments({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const fromMs = from === undefined ? undefined : Date.parse(from)
  const toMs = to === undefined ? undefined : endOf(to)
  if (fromMs !== undefined && toMs !== undefined && toMs <= fromMs) {
    throw invalidField('to', 'illegal_pair', 'to is not after from')
  }
  return { fromMs, toMs }
}

/**
 * Returns the end of a range in epoch milliseconds, exclusive: the start of the day after a day, or an instant as it is
 * given.
 */
const endOf = (to: string): number => Date.parse(to) + (to.includes('T') ? 0 : DAY_MS)
