/** A change that any number of callers may wait for, in this process. */
export class NextChange {
  #next: Promise<void> | undefined
  #happen: (() => void) | undefined

  /** Resolves at the first change from now on. */
  next(): Promise<void> {
    this.#next ??= new Promise((resolve) => {
      this.#happen = resolve
    })
    return this.#next
  }

  /** True while any caller waits for the change. */
  get isAwaited(): boolean {
    return this.#next !== undefined
  }

  changed(): void {
    this.#happen?.()
    this.#next = undefined
  }
}
