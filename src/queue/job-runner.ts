import { StorageDamagedError } from '../../db/errors.ts'
import { setMaxListeners } from 'node:events'
import type { Job, JobStore } from '../../db/jobs/job-store.ts'
import { LeaseLostError } from '../../db/jobs/lease.ts'
import { furthestMs, GiveUpError, type JobHandler } from './job-handler.ts'
import { degraded, HEALTHY, type PartHealth } from '../kernel/ports/health.ts'
import type { Trx } from '../../db/tables/schema.ts'
import { AFTER_START_MS, MINUTE_MS, type Clock, type MonotonicClock } from '../lib/time/clock.ts'
import { KeyedQueue } from '../lib/concurrency/keyed-queue.ts'
import type { Logger } from '../lib/logger.ts'

/** The most claims of a job without an end or progress: such a job takes its process down with it, and is set aside. */
const MAX_CLAIMS = 5
/** The time for which the clock must not jump before jobs are moved because of it. */
const BELIEVED_AFTER_MS = MINUTE_MS
/**
 * The milliseconds between two looks for jobs: another process may add some to the file, and only our own process
 * wakes us.
 */
const POLL_MS = 1_000

/** Claims jobs as far as it has room for them, and runs them; a job that a stop interrupts is found again. */
export class JobRunner implements AsyncDisposable {
  readonly #store: JobStore
  readonly #now: Clock
  readonly #elapsed: MonotonicClock
  readonly #log: Logger
  readonly #states = new Map<string, QueueState>()
  #closing = false
  #isAlone = false

  constructor(store: JobStore, time: { now: Clock; elapsed: MonotonicClock }, log: Logger) {
    this.#store = store
    this.#now = time.now
    this.#elapsed = time.elapsed
    this.#log = log
  }

  /**
   * Takes up the jobs that the last process left. A server that alone uses its file ends the leases of the process
   * before it; one that shares the file waits for them to end.
   */
  async start(
    handlers: Readonly<Record<string, JobHandler>>,
    { isAlone }: { isAlone: boolean },
  ): Promise<void> {
    this.#isAlone = isAlone
    if (isAlone) await this.#releaseServers()
    for (const [queue, handler] of Object.entries(handlers)) {
      const state: QueueState = {
        handler,
        limiter: new KeyedQueue({ concurrency: handler.concurrency }),
        running: new Map(),
        claiming: undefined,
        isWoken: false,
        isTooFarSince: undefined,
        hasFailed: false,
        timer: undefined,
      }
      this.#states.set(queue, state)
      this.#later(queue, state, AFTER_START_MS)
    }
  }

  /**
   * Ends the leases of earlier servers. A damaged job table stops jobs from being taken up, but everything else is
   * served.
   */
  async #releaseServers(): Promise<void> {
    try {
      await this.#store.releaseServers(this.#now())
    } catch (error) {
      if (!(error instanceof StorageDamagedError)) throw error
      this.#log.error({ err: error }, 'what the last process left cannot be taken up')
    }
  }

  /** Tells the runner that a queue may have a job that is due. */
  wake(queue: string): void {
    const state = this.#states.get(queue)
    if (!state || this.#closing) return
    state.isWoken = true
    state.claiming ??= this.#claim(queue, state).finally(() => {
      state.claiming = undefined
      // The queue was woken since it last looked, with room to spare.
      if (state.isWoken && state.running.size < state.handler.concurrency) this.wake(queue)
      else this.#later(queue, state)
    })
  }

  /** Returns whether jobs can be taken up at all. */
  health(): PartHealth {
    const failing = [...this.#states].find(([, { hasFailed }]) => hasFailed)
    return failing ? degraded(`jobs of the queue ${failing[0]} cannot be claimed`) : HEALTHY
  }

  /** Resolves when nothing is due any more and nothing runs. */
  async onIdle(): Promise<void> {
    const states = [...this.#states]
    do {
      for (const [queue] of states) this.wake(queue)
      for (const [, { claiming, limiter }] of states) {
        await claiming
        await limiter.onIdle()
      }
    } while (states.some(([, { running, claiming }]) => running.size > 0 || claiming !== undefined))
  }

  /** Gives every job back; resolves when no handler works any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing = true
    await Promise.all([...this.#states.values()].map((state) => this.#stop(state)))
  }

  async #stop({ timer, claiming, running, limiter }: QueueState): Promise<void> {
    clearTimeout(timer)
    for (const stop of running.values()) stop.abort(new StoppingError())
    await claiming
    // The last claim may have started more jobs.
    for (const stop of running.values()) stop.abort(new StoppingError())
    await limiter.onIdle()
  }

  async #claim(queue: string, state: QueueState): Promise<void> {
    const { handler, running } = state
    try {
      while (state.isWoken && !this.#closing) {
        state.isWoken = false
        const limit = handler.concurrency - running.size
        if (limit <= 0) return // the end of a run wakes the queue
        const nowMs = this.#now()
        await this.#bringBack(queue, state, nowMs)
        const jobs = await this.#store.claim(queue, {
          limit,
          leaseMs: handler.leaseMs,
          nowMs,
          isServer: this.#isAlone,
          except: [...running.keys()],
          mostOfGroup: handler.concurrencyOfGroup,
        })
        for (const job of jobs) this.#start(queue, state, job)
        if (jobs.length === limit) state.isWoken = true
        state.hasFailed = false
      }
    } catch (error) {
      if (!state.hasFailed)
        this.#log.error({ queue, err: error }, 'jobs could not be claimed; tried again each second')
      state.hasFailed = true
    }
  }

  /**
   * Moves jobs that are due further ahead than any job of their queue can be to the latest time that is possible: they
   * were stored while the clock was ahead, and would wait for that time. The clock must stay for a minute first, since
   * it may be the present time that is wrong, and behind.
   */
  async #bringBack(queue: string, state: QueueState, nowMs: number): Promise<void> {
    const latestMs = nowMs + furthestMs(state.handler)
    if (((await this.#store.lastRunAt(queue)) ?? 0) <= latestMs) {
      state.isTooFarSince = undefined
      return
    }
    state.isTooFarSince ??= this.#elapsed()
    if (this.#elapsed() - state.isTooFarSince < BELIEVED_AFTER_MS) return
    await this.#store.bringBack(queue, latestMs)
  }

  #later(queue: string, state: QueueState, delayMs = POLL_MS): void {
    clearTimeout(state.timer)
    if (this.#closing) return
    state.timer = setTimeout(() => this.wake(queue), delayMs)
    state.timer.unref()
  }

  #start(queue: string, state: QueueState, job: Job): void {
    const stop = new AbortController()
    setMaxListeners(0, stop.signal) // a handler may wait for many things at once
    state.running.set(job.id, stop)
    const work = state.limiter.run(async () => {
      const beat = setInterval(() => {
        this.#extend(state.handler, job, stop)
      }, state.handler.leaseMs / 3)
      try {
        await this.#run(state.handler, job, stop)
      } finally {
        clearInterval(beat)
        state.running.delete(job.id)
      }
    })
    work
      .catch((error: unknown) => {
        this.#log.error({ queue, job: job.id, err: error }, 'a job could not be put back')
      })
      .finally(() => this.wake(queue))
  }

  async #run(handler: JobHandler, job: Job, stop: AbortController): Promise<void> {
    let isCompleted = false
    const complete = async (trx: Trx): Promise<void> => {
      if (!(await this.#store.complete(job, trx))) throw new LeaseLostError()
      isCompleted = true
    }
    let hasProgressed = false
    const progressed = async (): Promise<void> => {
      if (hasProgressed) return
      hasProgressed = true
      await this.#store.progressed(job)
    }
    try {
      if (job.claims > MAX_CLAIMS)
        throw new GiveUpError(`Claimed ${MAX_CLAIMS} times without an end`)
      await handler.run({ job, signal: stop.signal, progressed, complete })
      if (!isCompleted) await this.#store.complete(job)
    } catch (thrown) {
      await this.#putBack(handler, job, stop, thrown)
    }
  }

  async #putBack(handler: JobHandler, job: Job, stop: AbortController, thrown: unknown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const isLost = error instanceof LeaseLostError || stop.signal.reason instanceof LeaseLostError
    if (isLost || stop.signal.reason instanceof StoppingError) {
      // A lease may be refused because the subject of the job has ended; the next run then finds the work done.
      await this.#store.release(job, this.#now())
      return
    }
    const attempt = job.attempts + 1
    this.#log.warn({ queue: job.queue, job: job.id, attempt, err: error }, 'a job failed')
    const message = error.message.slice(0, 500)
    if (attempt < handler.maxAttempts && !(error instanceof GiveUpError)) {
      await this.#store.retry(job, this.#now() + handler.backoffMs(attempt), message)
    } else await this.#bury(handler, job, message)
  }

  async #bury(handler: JobHandler, job: Job, message: string): Promise<void> {
    let isBuried = false
    const bury = async (trx: Trx): Promise<void> => {
      if (!(await this.#store.bury(job, message, trx))) throw new LeaseLostError()
      isBuried = true
    }
    try {
      await handler.buried(job, bury)
      if (!isBuried) await this.#store.bury(job, message)
    } catch (error) {
      // The worker that has the job by now goes on with it.
      if (!(error instanceof LeaseLostError)) throw error
    }
  }

  #extend({ leaseMs }: JobHandler, job: Job, stop: AbortController): void {
    this.#store
      .extend(job, this.#now() + leaseMs)
      .then((isOurs) => isOurs || stop.abort(new LeaseLostError()))
      .catch((error: unknown) => {
        this.#log.warn({ job: job.id, err: error }, 'a lease was not extended; tried again')
      })
  }
}

class StoppingError extends Error {
  constructor() {
    super('The process stops')
  }
}

interface QueueState {
  handler: JobHandler
  limiter: KeyedQueue
  running: Map<string, AbortController>
  /** The claim that is under way: there is at most one at a time. */
  claiming: Promise<void> | undefined
  isWoken: boolean
  /** The time, as `Elapsed`, since which a job of the queue has been due too far ahead. */
  isTooFarSince: number | undefined
  /** True once the log has said that claims fail. */
  hasFailed: boolean
  timer: NodeJS.Timeout | undefined
}
