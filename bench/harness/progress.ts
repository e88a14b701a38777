/** The least time between two lines, unless the output is a terminal. */
const LINE_EVERY_MS = 5_000

interface Output {
  write(text: string): unknown
  isTTY?: boolean
}

/**
 * Reports the step of a long run apart from the results, with its time so far and, where known, the time that is left.
 */
export class Progress {
  readonly #out: Output
  readonly #now: () => number
  readonly #startedAt: number
  #saidAt = Number.NEGATIVE_INFINITY

  constructor(out: Output = process.stderr, now: () => number = () => performance.now()) {
    this.#out = out
    this.#now = now
    this.#startedAt = now()
  }

  /** Reports that a long step begins. */
  begin(text: string): void {
    this.#say(text)
  }

  /** Reports that `done` of `of` turns are over, which began at `sinceMs`. */
  turn(text: string, { done, of, sinceMs }: { done: number; of: number; sinceMs: number }): void {
    const now = this.#now()
    if (this.#out.isTTY !== true && now - this.#saidAt < LINE_EVERY_MS && done < of) return
    const leftMs = ((now - sinceMs) / done) * (of - done)
    this.#say(`${text}, ${done} of ${of}, about ${duration(leftMs)} left`)
  }

  /** Leaves the terminal's line empty for what is printed next. */
  clear(): void {
    if (this.#out.isTTY === true) this.#out.write('\r\u001B[K')
  }

  /** The time to pass as `sinceMs` when the first turn begins. */
  get nowMs(): number {
    return this.#now()
  }

  /** The time since the start, in words. */
  get elapsed(): string {
    return duration(this.#now() - this.#startedAt)
  }

  #say(text: string): void {
    this.#saidAt = this.#now()
    const line = `· ${this.elapsed}: ${text}`
    this.#out.write(this.#out.isTTY === true ? `\r\u001B[K${line}` : `${line}\n`)
  }
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** The progress of this run. */
export const progress = new Progress()
