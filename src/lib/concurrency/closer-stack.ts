type Close = () => unknown

/**
 * Open resources, to be closed in reverse order. Node 20 has no AsyncDisposableStack; this has the part that is
 * needed.
 */
export class CloserStack implements AsyncDisposable {
  #closers: Close[] = []

  /** Remembers how to close a resource; returns `close`, for `forget`. */
  add(close: Close): Close {
    this.#closers.push(close)
    return close
  }

  /** Remembers resources that dispose of themselves. */
  addAll(resources: readonly AsyncDisposable[]): void {
    for (const resource of resources) this.add(() => resource[Symbol.asyncDispose]())
  }

  /** Forgets a resource that is closed in another way. */
  forget(close: Close): void {
    this.#closers = this.#closers.filter((other) => other !== close)
  }

  /** Closes everything, even when some resources fail to close; then throws the first error. */
  async [Symbol.asyncDispose](): Promise<void> {
    const errors: unknown[] = []
    for (const close of this.#closers.splice(0).toReversed()) {
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}
