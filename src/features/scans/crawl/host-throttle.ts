import { setTimeout as sleep } from 'node:timers/promises'

const MAX_PAUSE_MS = 60_000

/** How fast one host is asked: so many at a time, so long between two, and not at all while it asks for a pause. */
export class HostThrottle {
  readonly #delayMs: number
  #notBefore: number

  /** Begins where robots.txt, which says how long to wait, was just asked for. */
  constructor(delayMs: number) {
    this.#delayMs = delayMs
    this.#notBefore = performance.now() + delayMs
  }

  /** Resolves when the next request may leave. Throws the signal's reason. */
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

  /** What `Retry-After` asks for, seconds or a date; the host's other pages wait as well. */
  pause(retryAfter: string | undefined, nowMs: number): void {
    const asked = retryAfterMs(retryAfter, nowMs) ?? 5_000
    const until = performance.now() + Math.min(asked, MAX_PAUSE_MS)
    this.#notBefore = Math.max(this.#notBefore, until)
  }
}

/** Milliseconds from now; undefined for what is neither seconds nor a date. Source: RFC 9110 section 10.2.3. */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
