import { setMaxListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { ClaimedDelivery } from '../../../../db/webhooks/claim-deliveries.ts'
import type { DeliveryStore } from '../../../../db/webhooks/delivery-store.ts'
import { DELIVERY_QUEUE } from '../../../../db/webhooks/enqueue-deliveries.ts'
import type { DeliveryOutcome } from '../../../../db/webhooks/mark-deliveries.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import { degraded, HEALTHY, type PartHealth } from '../../../kernel/ports/health.ts'
import type { DeliveryAttempt } from '../../../kernel/ports/webhook-sender.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import { Deliverer } from './deliver.ts'
import { auditLineOf, warnOf } from './audit-line.ts'
import { isOff, isParked, isWhole, markOfEnd } from './delivery-mark.ts'
import { DeliveryMarks } from './delivery-marks.ts'
import { DeliveryMetrics } from './delivery-metrics.ts'
import { DeliverySlots } from './delivery-slots.ts'
import { FarJobs } from './far-jobs.ts'
import { DeliveryPicker } from './pick-deliveries.ts'
import { Receivers } from './receivers.ts'

/** The lease of a claimed job in ms: its attempt, two that it may wait for, and once more for its commit. */
const LEASE_MS = 20_000
/** The interval in ms between looks for due jobs: retries become due, and others add some. */
const POLL_MS = 1_000
/** The most deliveries that are started in one turn of the event loop, since each opens a secret and builds a body. */
const STARTS_A_TURN = 16
/** The time in ms that a stop waits for answers; no attempt takes longer. */
const DRAIN_MS = 6_000

type DispatcherParts = Pick<
  AppContext,
  'elapsed' | 'log' | 'newId' | 'now' | 'sealer' | 'webhookSender'
> & {
  store: DeliveryStore
  /** Returns a random number from 0 to below 1, by which retries are spread. */
  random?: () => number
}

/** The work of the dispatcher at the moment; there is one claim at a time. */
type State = 'new' | 'idle' | 'claiming' | 'storing' | 'closing'

/**
 * Delivers events: claims as many due jobs as slots are free, sends each, and frees the slot when what became of it is
 * on the disk. A process that is killed leaves its claims to the end of their leases, so each of them is sent again at
 * most once for each kill, and nothing is lost.
 *
 * | state      | a job may be due       | marks are to be stored     | the claim has ended         | disposal  |
 * | ---------- | ---------------------- | -------------------------- | --------------------------- | --------- |
 * | `new`      | `start`: as `idle`     | (nothing was sent)         |                             | `closing` |
 * | `idle`     | claims: `claiming`     | claims with it: `storing`  |                             | `closing` |
 * | `claiming` | noted                  | stores alone               | `idle`, or what was noted   | `closing` |
 * | `storing`  | noted                  | stores alone               | `idle`, or what was noted   | `closing` |
 * | `closing`  | nothing                | stores alone               | nothing                     | waits     |
 *
 * In `idle` it looks each second by itself, also after a claim that failed.
 */
export class DeliveryDispatcher implements AsyncDisposable {
  readonly #parts: DispatcherParts
  readonly #receivers: Receivers
  readonly #picker: DeliveryPicker
  readonly #deliverer: Deliverer
  readonly #marks: DeliveryMarks
  readonly #farJobs: FarJobs
  readonly #slots: DeliverySlots
  readonly #running = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  readonly #metrics = new DeliveryMetrics()
  #state: State = 'new'
  /** Resolves when the present claim, or else the last one, has ended. */
  #claiming = Promise.resolve()
  /** True where a job may have become due since the last look. */
  #isWoken = false
  #isAlone = false
  #hasFailed = false
  #timer: NodeJS.Timeout | undefined

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    this.#receivers = new Receivers(parts.elapsed)
    this.#slots = new DeliverySlots(this.#receivers)
    this.#picker = new DeliveryPicker(parts.store.due, this.#receivers)
    this.#deliverer = new Deliverer({ random: Math.random, ...parts })
    this.#farJobs = new FarJobs(parts.store, parts.elapsed, LEASE_MS)
    this.#marks = new DeliveryMarks((marks) => this.#store(marks), parts.log)
    // Each attempt listens.
    setMaxListeners(0, this.#stop.signal)
  }

  /** Begins to deliver; `isAlone`: no other server uses the file, so leases of an earlier one may end. */
  start({ isAlone }: { isAlone: boolean }): void {
    if (this.#state !== 'new') return
    this.#isAlone = isAlone
    this.#state = 'idle'
    this.wake()
  }

  /** Looks for due deliveries, since one may have become due. */
  wake(): void {
    this.#picker.lookAgain()
    this.#fillSlots()
  }

  /** Forgets what was learned of a subscription's receiver, and sends at once what was put off because of that. */
  trust(subscriptionId: string): void {
    this.#receivers.forget(subscriptionId)
    this.wake()
  }

  #fillSlots(): void {
    if (this.#state === 'new' || this.#state === 'closing') return
    this.#isWoken = true
    if (this.#state === 'idle') this.#enter('claiming', this.#claim())
  }

  /** Enters a state until `work` is done; no claim begins before that. */
  #enter(state: 'claiming' | 'storing', work: Promise<unknown>): void {
    this.#state = state
    this.#claiming = Promise.allSettled([work]).then(() => this.#leave())
  }

  #leave(): void {
    if (this.#state === 'closing') return
    this.#state = 'idle'
    if (this.#isWoken && !this.#hasFailed) return this.#fillSlots()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), POLL_MS)
    this.#timer.unref()
  }

  /** Resolves when no delivery is due any more and none runs. */
  async onIdle(): Promise<void> {
    do {
      this.wake()
      await this.#claiming
      await Promise.all(this.#running.values())
    } while (this.#running.size > 0 || ['claiming', 'storing'].includes(this.#state))
  }

  /** Returns whether deliveries can be claimed, and their outcomes stored. */
  health(): PartHealth {
    if (this.#hasFailed) return degraded('deliveries cannot be claimed')
    return this.#marks.isFailing ? degraded('what became of deliveries cannot be noted') : HEALTHY
  }

  async metricsText(): Promise<string> {
    const { store, now } = this.#parts
    const dueAt = await store.jobs.nextRunAt(DELIVERY_QUEUE)
    const lateMs = Math.max(0, now() - (dueAt ?? now()))
    return this.#metrics.text({ running: this.#receivers.running, lateMs })
  }

  /** Claims no more, and stores running attempts; those longer than `DRAIN_MS` end and are given back. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = 'closing'
    clearTimeout(this.#timer)
    await this.#claiming
    const late = setTimeout(() => this.#stop.abort(new Error('The process stops')), DRAIN_MS)
    await Promise.all(this.#running.values())
    clearTimeout(late)
    await this.#marks[Symbol.asyncDispose]()
  }

  async #claim(): Promise<void> {
    try {
      while (this.#isWoken && this.#state !== 'closing') {
        // Slots that become free in one turn of the event loop are filled together.
        await turn()
        this.#isWoken = false
        const nowMs = this.#parts.now()
        await this.#farJobs.bringBack(nowMs)
        for (const id of this.#receivers.takeForgotten())
          await this.#parts.store.bringForward(id, nowMs)
        if (await this.#claimOnce(nowMs)) this.#isWoken = true
      }
      this.#hasFailed = false
    } catch (error) {
      if (this.#hasFailed) return
      this.#hasFailed = true
      this.#parts.log.error({ err: error }, 'deliveries could not be claimed; tried each second')
    }
  }

  /** Claims due jobs for the free slots and starts them. Returns true where more may be due. */
  async #claimOnce(nowMs: number): Promise<boolean> {
    const { jobIds, closed } = await this.#picker.pick(nowMs, this.#running)
    for (const id of closed) await this.#defer(id, nowMs)
    if (jobIds.length === 0) return false
    const claimed = await this.#parts.store.claim(this.#claimOf(jobIds, nowMs))
    return this.#startAll(claimed, { jobIds, nowMs })
  }

  #claimOf(jobIds: readonly string[], nowMs: number) {
    return { jobIds, leaseMs: LEASE_MS, nowMs, isServer: this.#isAlone }
  }

  /** Starts the claimed deliveries, or parks those of paused subscriptions; true where more may be due. */
  async #startAll(
    claimed: readonly ClaimedDelivery[],
    { jobIds, nowMs }: { jobIds: readonly string[]; nowMs: number },
  ): Promise<boolean> {
    const parked: ClaimedDelivery[] = []
    for (const [i, delivery] of claimed.entries()) {
      if (i > 0 && i % STARTS_A_TURN === 0) await turn()
      if (isParked(delivery, nowMs)) parked.push(delivery)
      else this.#start(delivery)
    }
    if (parked.length > 0) await this.#parts.store.parkClaimed(parked, nowMs)
    const isMore = claimed.length < jobIds.length || parked.length > 0
    if (isMore) this.#picker.lookAgain()
    return isMore
  }

  #start(delivery: ClaimedDelivery): void {
    this.#slots.take(delivery)
    const running = this.#run(delivery)
      .catch((error: unknown) => {
        // Its lease ends by itself, and it is sent again.
        this.#parts.log.error({ job: delivery.id, err: error }, 'a delivery was cut short')
      })
      .finally(() => {
        this.#running.delete(delivery.id)
        if (this.#slots.end(delivery.id) === 'free') this.#fillSlots()
      })
    this.#running.set(delivery.id, running)
  }

  async #run(delivery: ClaimedDelivery): Promise<void> {
    if (!isWhole(delivery)) return this.#marks.add(markOfEnd(delivery))
    if (isOff(delivery)) return this.#marks.add(this.#deliverer.expire(delivery))
    try {
      const { mark, attempt } = await this.#deliverer.deliver(delivery, this.#stop.signal)
      const follow = attempt && this.#learn(delivery.subscriptionId, attempt)
      await this.#marks.add(mark)
      await follow?.()
    } catch (error) {
      if (!(error instanceof FetchError) || error.code !== 'CANCELLED') throw error
      await this.#parts.store.jobs.release({ ...delivery, claims: 1 }, this.#parts.now())
    }
  }

  /** Learns from an attempt how its receiver answers; returns the work that follows once the attempt is stored. */
  #learn(id: string, { status, durationMs }: DeliveryAttempt): () => Promise<void> {
    this.#metrics.add(status)
    const follows = this.#receivers.learn(id, status, durationMs)
    return async () => {
      if (follows?.kind === 'opened') await this.#defer(id, this.#parts.now())
      if (follows?.kind !== 'answers') return
      await this.#parts.store.bringForward(id, this.#parts.now())
      this.#picker.lookAgain()
    }
  }

  async #defer(id: string, nowMs: number): Promise<void> {
    const forMs = this.#receivers.openForMs(id)
    if (forMs === undefined) return
    await this.#parts.store.deferDue(id, { nowMs, untilMs: nowMs + Math.ceil(forMs) })
  }

  /** Stores outcomes and, if no claim is running, claims jobs for the freed slots in that transaction. */
  async #store(marks: readonly DeliveryOutcome[]): Promise<void> {
    if (this.#state !== 'idle' || this.#marks.isFailing)
      return void (await this.#note(marks, [], this.#parts.now()))
    const storing = this.#storeAndClaim(marks)
    this.#enter('storing', storing)
    await storing
  }

  async #storeAndClaim(marks: readonly DeliveryOutcome[]): Promise<void> {
    const nowMs = this.#parts.now()
    this.#slots.free(marks)
    try {
      const { jobIds, closed } = await this.#picker.pick(nowMs, this.#running)
      const claimed = await this.#note(marks, jobIds, nowMs)
      this.#slots.fill(marks)
      // The next claim puts off the deliveries of receivers whose breaker is open.
      if (closed.size > 0) this.#isWoken = true
      if (await this.#startAll(claimed, { jobIds, nowMs })) this.#isWoken = true
    } catch (error) {
      this.#picker.lookAgain()
      this.#slots.takeBack(marks)
      throw error
    }
  }

  async #note(
    marks: readonly DeliveryOutcome[],
    jobIds: readonly string[],
    nowMs: number,
  ): Promise<ClaimedDelivery[]> {
    const { store, log } = this.#parts
    const next = this.#claimOf(jobIds, nowMs)
    const marked = await store.mark(marks, { nowMs, auditLine: auditLineOf }, next)
    warnOf(log, marks, marked)
    return marked.claimed
  }
}
