type Close = () => unknown

/** What is open, to be closed in the opposite order. Node 20 has no AsyncDisposableStack, which this is the least of. */
export class Opened implements AsyncDisposable {
  #closers: Close[] = []

  /** Remembers how to close something; gives it back, for `forget`. */
  add(close: Close): Close {
    this.#closers.push(close)
    return close
  }

  /** Leaves one out that is closed in another way. */
  forget(close: Close): void {
    this.#closers = this.#closers.filter((other) => other !== close)
  }

  /** Closes everything, also behind what cannot be closed; then throws the first of such errors. */
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
