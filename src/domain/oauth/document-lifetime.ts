import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time/clock.ts'

/**
 * The milliseconds for which a document is used as it is, and for which it is used longer where its server does not
 * answer.
 */
export interface DocumentLifetime {
  freshMs: number
  staleMs: number
}

/** The least milliseconds to keep a client, even if its server says less: one flow asks for a client several times. */
const LEAST_MS = MINUTE_MS
const MOST_MS = DAY_MS
const UNSAID_MS = HOUR_MS

/** Computes for how long an answer may be kept by its headers, whose names are in lower case (RFC 9111, 4.2). */
export function documentLifetime(
  headers: Readonly<Partial<Record<string, string>>>,
): DocumentLifetime {
  const said = (headers['cache-control'] ?? '').toLowerCase()
  if (/\bno-(?:store|cache)\b/.test(said)) return { freshMs: LEAST_MS, staleMs: 0 }
  const staleMs = /\bmust-revalidate\b/.test(said) ? 0 : DAY_MS
  const maxAge = /(?:^|[\s,])max-age="?(\d{1,10})/.exec(said)?.[1]
  if (maxAge === undefined) return { freshMs: UNSAID_MS, staleMs }
  const age = /^\d{1,10}$/.exec(headers['age'] ?? '')?.[0] ?? '0'
  const leftMs = (Number(maxAge) - Number(age)) * 1_000
  return { freshMs: Math.min(MOST_MS, Math.max(LEAST_MS, leftMs)), staleMs }
}
