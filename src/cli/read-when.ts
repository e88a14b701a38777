import * as z from 'zod'
import { DAY_MS } from '../lib/time/clock.ts'
import { CliError } from './cli-error.ts'

const MAX_DAYS = 3_650
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/**
 * Reads a number of days from now, such as `90d`, or a moment, and returns it in epoch milliseconds. A day means its
 * beginning, in UTC. Throws CliError for any other text, and for a moment that is past.
 */
export function readWhen(option: string, text: string, nowMs: number): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1]
  const atMs =
    days === undefined
      ? Date.parse(Moment.safeParse(text).data ?? '')
      : nowMs + Number(days) * DAY_MS
  if (Number.isNaN(atMs) || Number(days ?? 0) > MAX_DAYS) {
    throw new CliError(`${option} is a number of days such as 90d, or a moment such as 2027-01-31`)
  }
  if (atMs <= nowMs) throw new CliError(`${option} must be in the future`)
  return atMs
}
