import { ServiceError } from '../../core/errors.ts'
import type { Recent } from './recent.ts'

const HOUR_MS = 60 * 60_000
/** Scores of one host in an hour: a score must not become a load on somebody's server. */
const MAX_AN_HOUR = 10

/** Counts a score of a host or site, by its name. Throws RATE_LIMITED, with when to come back, beyond ten an hour. */
export function countScore(asked: Recent<number[]>, name: string, now: number): void {
  const times = (asked.get(name, now - HOUR_MS) ?? []).filter((at) => at > now - HOUR_MS)
  const [oldest = now] = times
  if (times.length >= MAX_AN_HOUR) {
    throw new ServiceError('RATE_LIMITED', `At most ${MAX_AN_HOUR} scores of one host in an hour`, {
      retryAfterSeconds: Math.ceil((oldest + HOUR_MS - now) / 1_000),
    })
  }
  asked.set(name, [...times, now], now)
}
