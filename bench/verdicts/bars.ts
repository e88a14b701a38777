/** A figure with the limit that it is to keep. */
interface Bar {
  what: string
  figure: number
  limit: number
  isHeld: boolean
}

/** Collects what is to hold. */
export class Bars {
  readonly #bars: Bar[] = []

  atMost(what: string, figure: number, limit: number): void {
    this.#bars.push({ what, figure, limit, isHeld: figure <= limit })
  }

  atLeast(what: string, figure: number, limit: number): void {
    this.#bars.push({ what, figure, limit, isHeld: figure >= limit })
  }

  get broken(): string[] {
    return this.#bars
      .filter(({ isHeld }) => !isHeld)
      .map(({ what, figure, limit }) => `${what}: ${figure.toFixed(3)}, not ${limit}`)
  }

  get count(): number {
    return this.#bars.length
  }
}
