import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/time/clock.ts'

/** The waits before each attempt, in ms, the first included. Contract 6.4 leaves them open. */
const WAITS_MS = [
  0,
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** The share by which a wait varies at random, so that a receiver does not get everything at once after an outage. */
const JITTER = 0.2

export const MOST_ATTEMPTS = WAITS_MS.length

/** The longest wait for a retry, in ms. */
export const LONGEST_WAIT_MS = 24 * HOUR_MS * (1 + JITTER)

interface Failed {
  /** The number of attempts so far, from 1. */
  attempts: number
  /** The header `Retry-After` of the answer; undefined without one. */
  retryAfter: string | undefined
  nowMs: number
  /** A random number from 0 to below 1. */
  random: number
}

/**
 * Returns the wait in ms after a failed attempt; undefined after the last one. `Retry-After` lengthens the wait, but
 * never beyond a day, nor beyond the longer of twice the wait and an hour; it never shortens it.
 */
export function retryDelayMs({ attempts, retryAfter, nowMs, random }: Failed): number | undefined {
  const baseMs = WAITS_MS[attempts]
  if (baseMs === undefined) return undefined
  const waitMs = Math.round(baseMs * (1 - JITTER + 2 * JITTER * random))
  const askedMs = readRetryAfter(retryAfter, nowMs)
  if (askedMs === undefined) return waitMs
  return Math.max(waitMs, Math.min(askedMs, Math.max(2 * baseMs, HOUR_MS), DAY_MS))
}

/** Reads `Retry-After`, a number of seconds or a date of HTTP, as ms from now; undefined for any other text. */
function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const atMs = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : atMs - nowMs
}

/** Matches the one form of a date that RFC 9110 lets servers send. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
