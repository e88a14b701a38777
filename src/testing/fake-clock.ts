/** A clock that stands still until it is moved. */
export class FakeClock {
  #nowMs: number

  constructor(startAt: string) {
    this.#nowMs = Date.parse(startAt)
  }

  readonly now = (): number => this.#nowMs

  advance(step: {
    days?: number
    hours?: number
    minutes?: number
    seconds?: number
    ms?: number
  }): void {
    const { days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 } = step
    this.#nowMs += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000 + ms
  }

  set(iso: string): void {
    this.#nowMs = Date.parse(iso)
  }
}
