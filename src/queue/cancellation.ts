import { setMaxListeners } from 'node:events'
import type { AppContext } from '../kernel/door/app-context.ts'

/**
 * The milliseconds between two looks for a cancellation that another process was asked for; this process is notified
 * of its own.
 */
const POLL_MS = 1_000

class CanceledError extends Error {
  constructor() {
    super('The work was canceled')
  }
}

/** The work of a job that somebody may cancel. */
interface Cancelable {
  /** The name of the work in `app.signals`. */
  id: string
  isCanceled(): Promise<boolean>
}

/** Watches whether work is canceled while it runs. Must be disposed of at the end of the run. */
export class Cancellation implements AsyncDisposable {
  /** The signal that is aborted at the end of the run, or as soon as the work is canceled. */
  readonly signal: AbortSignal
  readonly #run: AbortSignal
  readonly #canceled = new AbortController()
  readonly #left = new AbortController()
  readonly #watching: Promise<void>

  constructor({ signals }: Pick<AppContext, 'signals'>, work: Cancelable, run: AbortSignal) {
    this.#run = run
    this.signal = AbortSignal.any([run, this.#canceled.signal])
    setMaxListeners(0, this.signal)
    this.#watching = this.#watch(signals, work).catch((error: unknown) => {
      // The error reaches the run, which reports it.
      this.#canceled.abort(error)
    })
  }

  /** True when the run threw only because the work was canceled. */
  get isCause(): boolean {
    return !this.#run.aborted && this.#canceled.signal.reason instanceof CanceledError
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#left.abort()
    await this.#watching
  }

  async #watch(signals: AppContext['signals'], work: Cancelable): Promise<void> {
    using watch = signals.watch(work.id)
    while (!this.#left.signal.aborted) {
      if (await work.isCanceled()) {
        this.#canceled.abort(new CanceledError())
        return
      }
      await watch.next(POLL_MS, this.#left.signal)
    }
  }
}
