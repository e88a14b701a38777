/**
 * Says within the process that something changed, so that a watcher need not ask all the time. A hint and no more:
 * who changed it may be another process, so watchers also look by themselves now and then.
 */
export class Signals {
  readonly #watchers = new Map<string, Set<Watch>>()

  changed(subject: string): void {
    for (const watch of this.#watchers.get(subject) ?? []) watch.notify()
  }

  /** Dispose of it when the watcher leaves. */
  watch(subject: string): Watch & Disposable {
    const watchers = this.#watchers.get(subject) ?? new Set()
    this.#watchers.set(subject, watchers)
    const watch = new Watch()
    watchers.add(watch)
    return Object.assign(watch, {
      [Symbol.dispose]: () => {
        watchers.delete(watch)
        if (watchers.size === 0) this.#watchers.delete(subject)
      },
    })
  }
}

export class Watch {
  #isChanged = false
  #wake: (() => void) | undefined

  notify(): void {
    this.#isChanged = true
    this.#wake?.()
  }

  /** Resolves at the first change since it was last called, or after a while, or when the signal ends. */
  async next(withinMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#isChanged && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const timer = setTimeout(wake, withinMs)
        this.#wake = wake
        signal.addEventListener('abort', wake)
      })
    }
    this.#isChanged = false
    this.#wake = undefined
  }
}
