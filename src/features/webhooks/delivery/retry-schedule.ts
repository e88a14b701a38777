import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/time/clock.ts'

/** The waits before each attempt, the first included. Contract 6.4 leaves them open. */
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

/** The share by which a wait varies, so that a receiver does not get everything at once after an outage. */
const JITTER = 0.2

export const MOST_ATTEMPTS = WAITS_MS.length

/** The longest wait for a retry. */
export const LONGEST_WAIT_MS = 24 * HOUR_MS * (1 + JITTER)

interface Failed {
  /** Attempts so far, from 1. */
  attempts: number
  /** The header of the answer, if it has one. */
  retryAfter: string | undefined
  nowMs: number
  /** From 0, never 1. */
  random: number
}

/**
 * Returns how long to wait after a failed attempt; undefined after the last one. A receiver may say when to come again.
 * This lengthens the wait, but never beyond a day, nor beyond the longer of twice the wait and an hour; it never
 * shortens it.
 */
export function retryDelayMs({ attempts, retryAfter, nowMs, random }: Failed): number | undefined {
  const baseMs = WAITS_MS[attempts]
  if (baseMs === undefined) return undefined
  const waitMs = Math.round(baseMs * (1 - JITTER + 2 * JITTER * random))
  const askedMs = readRetryAfter(retryAfter, nowMs)
  if (askedMs === undefined) return waitMs
  return Math.max(waitMs, Math.min(askedMs, Math.max(2 * baseMs, HOUR_MS), DAY_MS))
}

/** Reads a number of seconds or a date of HTTP; anything else asks for nothing. */
function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const atMs = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : atMs - nowMs
}

/** The one form that RFC 9110 lets servers send. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
