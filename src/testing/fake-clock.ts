/** A clock that stands still until it is moved. */
export class FakeClock {
  #nowMs: number
  #elapsedMs = 0
  #lookMs = 0

  constructor(startAt: string) {
    this.#nowMs = Date.parse(startAt)
  }

  readonly now = (): number => this.#nowMs

  readonly elapsed = (): number => (this.#elapsedMs += this.#lookMs)

  /** Lets time pass. */
  advance(step: Step): void {
    this.#pass(msOf(step))
  }

  /** Lets time pass until then. */
  set(iso: string): void {
    this.#pass(Date.parse(iso) - this.#nowMs)
  }

  /** Lets this much time pass before each look at how long something lasts, until it is called without an argument. */
  passWithEachLook(step: Step = {}): void {
    this.#lookMs = msOf(step)
  }

  /** Sets the clock wrong, ahead or back, while no time passes. */
  jump(step: Step): void {
    this.#nowMs += msOf(step)
  }

  #pass(ms: number): void {
    this.#nowMs += ms
    this.#elapsedMs += Math.max(0, ms)
  }
}

interface Step {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
  ms?: number
}

const msOf = ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }: Step): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000 + ms
