/**
 * A cache of values that cost more to make than to keep, by the text that they were made of. It keeps at most
 * `maxValues`, among them those that were used last.
 */
export class KnownValues<V> {
  readonly #maxOfHalf: number
  #recent = new Map<string, V>()
  /** The values that have not been used since `#recent` began. */
  #older = new Map<string, V>()

  /** `maxValues` must be 2 or more. */
  constructor(maxValues: number) {
    this.#maxOfHalf = Math.floor(maxValues / 2)
  }

  get(key: string): V | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, value: V): void {
    if (this.#recent.size >= this.#maxOfHalf && !this.#recent.has(key)) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }

  getOrMake(key: string, make: (key: string) => V): V {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make(key)
    this.set(key, made)
    return made
  }
}
