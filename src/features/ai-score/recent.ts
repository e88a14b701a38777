/** What was said a while ago, by its name; the oldest goes first. */
export class Recent<T> {
  readonly #max: number
  readonly #entries = new Map<string, { value: T; at: number }>()

  constructor(max: number) {
    this.#max = max
  }

  /** Undefined for what is not there, or was set before `sinceMs`. */
  get(name: string, sinceMs: number): T | undefined {
    const entry = this.#entries.get(name)
    return entry && entry.at >= sinceMs ? entry.value : undefined
  }

  set(name: string, value: T, atMs: number): void {
    this.#entries.delete(name)
    this.#entries.set(name, { value, at: atMs })
    if (this.#entries.size <= this.#max) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }
}
