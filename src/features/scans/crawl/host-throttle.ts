import { setTimeout as sleep } from 'node:timers/promises'

const MAX_PAUSE_MS = 60_000

/** Throttles requests to one host: a delay between two, and none while the host asks for a pause. */
export class HostThrottle {
  readonly #delayMs: number
  #notBefore: number

  /** Begins with a whole delay of `delayMs`, since robots.txt was requested just before. */
  constructor(delayMs: number) {
    this.#delayMs = delayMs
    this.#notBefore = performance.now() + delayMs
  }

  /** Resolves when the next request may be sent. Throws the signal's reason. */
  async enter(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const now = performance.now()
      if (now >= this.#notBefore) {
        if (this.#delayMs > 0) this.#notBefore = now + this.#delayMs
        return
      }
      await sleep(this.#notBefore - now, undefined, { signal })
    }
  }

  /**
   * Lets no request leave, for all pages of the host, for as long as a header `Retry-After` asks, but at most
   * `MAX_PAUSE_MS`; for 5 s where the header is missing or cannot be read.
   */
  pause(retryAfter: string | undefined, nowMs: number): void {
    const asked = retryAfterMs(retryAfter, nowMs) ?? 5_000
    const until = performance.now() + Math.min(asked, MAX_PAUSE_MS)
    this.#notBefore = Math.max(this.#notBefore, until)
  }
}

/**
 * Reads `Retry-After`, in seconds or as a date, as ms from now; undefined for any other text. Source: RFC 9110 section
 * 10.2.3.
 */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
