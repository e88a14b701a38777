/**
 * Notifies watchers in this process that a subject changed, so that they need not poll often. A notice is only a hint:
 * another process may have made the change unnoticed, so watchers also poll now and then.
 */
export class ChangeNotifier {
  readonly #watchers = new Map<string, Set<ChangeWatch>>()

  changed(subject: string): void {
    for (const watch of this.#watchers.get(subject) ?? []) watch.notify()
  }

  /** Returns a watch that is notified of each change of a subject, until the caller disposes of it. */
  watch(subject: string): ChangeWatch & Disposable {
    const watchers = this.#watchers.get(subject) ?? new Set()
    this.#watchers.set(subject, watchers)
    const watch = new ChangeWatch()
    watchers.add(watch)
    return Object.assign(watch, {
      [Symbol.dispose]: () => {
        watchers.delete(watch)
        if (watchers.size === 0) this.#watchers.delete(subject)
      },
    })
  }
}

export class ChangeWatch {
  #isChanged = false
  #wake: (() => void) | undefined

  notify(): void {
    this.#isChanged = true
    this.#wake?.()
  }

  /** Resolves at the first change since the last call, after `withinMs`, or when the signal is aborted. */
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
