import { existsSync } from 'node:fs'
import type { Piscina } from 'piscina'
import type { ThreadTask } from '../kernel/door/app-context.ts'
import { KeyedQueue } from '../lib/concurrency/keyed-queue.ts'

type Output<F extends ThreadTask> = Awaited<ReturnType<F>>

export interface WorkerPoolOptions {
  /** The module whose exports are the tasks. */
  module: URL
  /** The module for a run from TypeScript sources, used where the file of `module` does not exist. */
  source: URL
  /** The time limit of one task together with the tasks that the thread was given before it; 10 s by default. */
  timeoutMs?: number
}

/**
 * The number of tasks that a thread is given ahead, so that it need not wait for the event loop between two of them.
 */
const AHEAD = 4
/** The milliseconds without work after which a thread ends and gives its memory back. */
const IDLE_MS = 10_000
/**
 * The size of the old heap in MiB: a good third more than writing prompts needs with its tables, since near its limit
 * a heap is collected over and over; and little enough that garbage is collected before it adds up.
 */
const OLD_MB = 56
/** The size of the old heap in MiB for a task that needed more: such a task ends its thread, not the process. */
const OLD_MB_ALONE = 256
/**
 * The size of the young heap in MiB: it has room for a few parsed pages, which are garbage before they would be
 * promoted.
 */
const YOUNG_MB = 24

/**
 * A thread for computing that would hold up the event loop: reading pages, writing prompts. It starts when first needed
 * and has a bounded heap. A task that crashes its thread, or takes too long, is tried once more in a separate thread
 * with more memory, since another task may have been the cause; then `run` rejects.
 */
export class WorkerPool implements AsyncDisposable {
  readonly #filename: string
  readonly #timeoutMs: number
  #shared: Promise<Piscina> | undefined
  /** The queue that keeps tasks in order: a task that waits inside of piscina can be overtaken for ever. */
  readonly #inTurn = new KeyedQueue({ concurrency: AHEAD })
  #single: Promise<Piscina> | undefined
  /** The queue of tasks that are tried again alone, each with a time limit of its own. */
  readonly #alone = new KeyedQueue({ concurrency: 1 })

  constructor({ module, source, timeoutMs = 10_000 }: WorkerPoolOptions) {
    this.#filename = (existsSync(module) ? module : source).href
    this.#timeoutMs = timeoutMs
  }

  /** Runs the named function of the module in a thread. Throws what the function threw. */
  async run<F extends ThreadTask>(name: string, input: Parameters<F>[0]): Promise<Output<F>> {
    try {
      this.#shared ??= this.#open(AHEAD, OLD_MB)
      const shared = await this.#shared
      return await this.#inTurn.run(() => this.#attempt<F>(shared, name, input))
    } catch {
      // If the cause is in the task itself, the second attempt fails too, and the caller gets the error.
      this.#single ??= this.#open(1, OLD_MB_ALONE)
      const single = await this.#single
      return this.#alone.run(() => this.#attempt<F>(single, name, input))
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const pool of [this.#shared, this.#single]) await (await pool)?.destroy()
  }

  #attempt<F extends ThreadTask>(
    pool: Piscina,
    name: string,
    input: Parameters<F>[0],
  ): Promise<Output<F>> {
    const signal = AbortSignal.timeout(this.#timeoutMs)
    // @NOTE the thread runs the function of that name, whose type this is.
    return pool.run(input, { name, signal }) as Promise<Output<F>>
  }

  async #open(ahead: number, maxOldGenerationSizeMb: number): Promise<Piscina> {
    const { Piscina: Pool } = await import('piscina')
    return new Pool({
      filename: this.#filename,
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: ahead,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: YOUNG_MB },
      recordTiming: false,
      // The thread answers each task as soon as it is done, and not all of them at once.
      atomics: 'disabled',
    })
  }
}
