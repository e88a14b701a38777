type Close = () => unknown

/**
 * A stack of open resources, which closes them in reverse order when it is disposed of: Node 20 has no
 * AsyncDisposableStack.
 */
export class CloserStack implements AsyncDisposable {
  #closers: Close[] = []

  /**
   * Remembers the function that closes a resource, and returns that function, so that `forget` can be called with it.
   */
  add(close: Close): Close {
    this.#closers.push(close)
    return close
  }

  /** Remembers resources that are closed by their own `[Symbol.asyncDispose]`. */
  addAll(resources: readonly AsyncDisposable[]): void {
    for (const resource of resources) this.add(() => resource[Symbol.asyncDispose]())
  }

  /** Drops a function that `add` returned, since its resource is closed in another way. */
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
