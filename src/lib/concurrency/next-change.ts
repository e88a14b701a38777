/** An announcement of changes in this process, for any number of callers that wait for the next one. */
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
