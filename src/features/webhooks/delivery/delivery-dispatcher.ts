import { setMaxListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { ClaimedDelivery } from '../../../../db/webhooks/claim-deliveries.ts'
import type { DeliveryStore } from '../../../../db/webhooks/delivery-store.ts'
import { DELIVERY_QUEUE } from '../../../../db/webhooks/enqueue-deliveries.ts'
import type { DeliveryMark, Disabled } from '../../../../db/webhooks/mark-deliveries.ts'
import { PARKED_MS } from '../../../domain/webhooks/subscription-health.ts'
import type { AppContext } from '../../../kernel/app-context.ts'
import { auditRow } from '../../../kernel/audit.ts'
import { degraded, HEALTHY, type PartHealth } from '../../../kernel/health.ts'
import type { DeliveryAttempt } from '../../../kernel/webhook-sender.ts'
import { gaugeText } from '../../../lib/metrics/gauge-text.ts'
import { Counter } from '../../../lib/metrics/counter.ts'
import { MINUTE_MS } from '../../../lib/time/clock.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import { Deliverer } from './deliver.ts'
import { markOfEnd, type WholeDelivery } from './delivery-mark.ts'
import { DeliveryMarks } from './delivery-marks.ts'
import { DeliveryPicker } from './pick-deliveries.ts'
import { LONGEST_OPEN_MS, Receivers } from './receivers.ts'
import { LONGEST_WAIT_MS } from './retry-schedule.ts'

/** The time of an attempt, and as much again for its commit. */
const LEASE_MS = 15_000
/** Jobs are looked for this often: retries become due, and another process may add some to the file. */
const POLL_MS = 1_000
/** A stop waits so long for answers: no attempt takes longer. */
const DRAIN_MS = 6_000
/** How far ahead of now jobs can be due. */
const FURTHEST = { leaseMs: LEASE_MS, deferMs: LONGEST_OPEN_MS, retryMs: LONGEST_WAIT_MS }
/** It is looked for jobs that are due too far ahead this often. */
const LOOK_AHEAD_MS = MINUTE_MS / 2
/** The clock must stay where it is for this long before jobs are moved for it. */
const BELIEVED_AFTER_MS = MINUTE_MS

type DispatcherParts = Pick<
  AppContext,
  'elapsed' | 'log' | 'newId' | 'now' | 'sealer' | 'webhookSender'
> & {
  store: DeliveryStore
  /** Spreads retries; from 0, never 1. */
  random?: () => number
}

/**
 * Delivers events: claims as many due jobs as slots are free, sends each, and frees the slot when what became of it is on
 * the disk. A process that is killed leaves its claims to the end of their leases, so each of them is sent again at most
 * once for each kill, and nothing is lost.
 */
export class DeliveryDispatcher implements AsyncDisposable {
  readonly #parts: DispatcherParts
  readonly #receivers: Receivers
  readonly #picker: DeliveryPicker
  readonly #deliverer: Deliverer
  readonly #marks: DeliveryMarks
  readonly #running = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  readonly #attempts = new Counter(
    'citable_deliveries_total',
    'Attempts to deliver webhooks by what became of them.',
    ['status'],
  )
  #isAlone = false
  #isStarted = false
  #isClosing = false
  #isWoken = false
  #hasFailed = false
  #claiming: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #lookedAheadAt = Number.NEGATIVE_INFINITY
  /** Jobs are due too far ahead since this time, by the monotonic clock. */
  #tooFarSince: number | undefined

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    this.#receivers = new Receivers(parts.elapsed)
    this.#picker = new DeliveryPicker(parts.store.due, this.#receivers)
    this.#deliverer = new Deliverer({ random: Math.random, ...parts })
    this.#marks = new DeliveryMarks((marks) => this.#store(marks), parts.log)
    // Each attempt listens.
    setMaxListeners(0, this.#stop.signal)
  }

  /** Begins to deliver. A server that is alone with its file may end the leases of the one before it. */
  start({ isAlone }: { isAlone: boolean }): void {
    this.#isAlone = isAlone
    this.#isStarted = true
    this.wake()
  }

  /** Says that a delivery may be due. */
  wake(): void {
    if (!this.#isStarted || this.#isClosing) return
    this.#isWoken = true
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined
      if (this.#isWoken && !this.#hasFailed) this.wake()
      else this.#later()
    })
  }

  /** Resolves when nothing is due any more and nothing runs. */
  async onIdle(): Promise<void> {
    do {
      this.wake()
      await this.#claiming
      await Promise.all(this.#running.values())
    } while (this.#running.size > 0 || this.#claiming !== undefined)
  }

  /** Tells whether deliveries can be taken up, and noted. */
  health(): PartHealth {
    if (this.#hasFailed) return degraded('deliveries cannot be claimed')
    return this.#marks.isFailing ? degraded('what became of deliveries cannot be noted') : HEALTHY
  }

  async metricsText(): Promise<string> {
    const { store, now } = this.#parts
    const dueAt = await store.jobs.nextRunAt(DELIVERY_QUEUE)
    const lateMs = Math.max(0, now() - (dueAt ?? now()))
    return [
      this.#attempts.text(),
      gaugeText('citable_deliveries_running', 'Deliveries that run.', this.#receivers.running),
      gaugeText(
        'citable_delivery_delay_seconds',
        'How long the oldest delivery is due.',
        lateMs / 1_000,
      ),
    ].join('')
  }

  /** Claims nothing more, waits for the answers that are due, and notes them; what takes longer is given back. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#timer)
    await this.#claiming
    const late = setTimeout(() => this.#stop.abort(new Error('The process stops')), DRAIN_MS)
    await Promise.all(this.#running.values())
    clearTimeout(late)
    await this.#marks[Symbol.asyncDispose]()
  }

  async #claim(): Promise<void> {
    try {
      while (this.#isWoken && !this.#isClosing) {
        // Slots that become free in one turn of the event loop are filled together.
        await turn()
        this.#isWoken = false
        const nowMs = this.#parts.now()
        await this.#bringBack(nowMs)
        if (await this.#claimOnce(nowMs)) this.#isWoken = true
      }
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed)
        this.#parts.log.error({ err: error }, 'deliveries could not be claimed; tried each second')
      this.#hasFailed = true
    }
  }

  /** Returns true where more may be due. */
  async #claimOnce(nowMs: number): Promise<boolean> {
    const { store } = this.#parts
    const { jobIds, closed } = await this.#picker.pick(nowMs, this.#running)
    for (const id of closed) await this.#defer(id, nowMs)
    if (jobIds.length === 0) return false
    const isServer = this.#isAlone
    const claimed = await store.claim({ jobIds, leaseMs: LEASE_MS, nowMs, isServer })
    const parked: ClaimedDelivery[] = []
    for (const delivery of claimed) {
      if (isParked(delivery, nowMs)) parked.push(delivery)
      else this.#start(delivery)
    }
    if (parked.length > 0) await this.#park(parked, nowMs)
    // Otherwise every slot is taken, or whoever has room has nothing that is due.
    return parked.length > 0 || claimed.length < jobIds.length
  }

  async #park(parked: readonly ClaimedDelivery[], nowMs: number): Promise<void> {
    await this.#parts.store.parkClaimed(parked, nowMs)
    for (const id of new Set(parked.map(({ subscriptionId }) => subscriptionId))) {
      await this.#parts.store.parkDue(id, nowMs)
    }
  }

  #start(delivery: ClaimedDelivery): void {
    const end = this.#receivers.begin(delivery.subscriptionId)
    const running = this.#run(delivery)
      .catch((error: unknown) => {
        // Its lease ends by itself, and it is sent again.
        this.#parts.log.error({ job: delivery.id, err: error }, 'a delivery was cut short')
      })
      .finally(() => {
        end()
        this.#running.delete(delivery.id)
        this.wake()
      })
    this.#running.set(delivery.id, running)
  }

  async #run(delivery: ClaimedDelivery): Promise<void> {
    if (!isWhole(delivery)) return this.#marks.add(markOfEnd(delivery))
    if (isOff(delivery)) return this.#marks.add(this.#deliverer.expire(delivery))
    try {
      const { mark, attempt } = await this.#deliverer.deliver(delivery, this.#stop.signal)
      await this.#marks.add(mark)
      if (attempt) await this.#learn(delivery.subscriptionId, attempt)
    } catch (error) {
      if (!(error instanceof FetchError) || error.code !== 'CANCELLED') throw error
      await this.#parts.store.jobs.release({ ...delivery, claims: 1 }, this.#parts.now())
    }
  }

  async #learn(id: string, { status, durationMs }: DeliveryAttempt): Promise<void> {
    this.#attempts.add([status])
    const follows = this.#receivers.learn(id, status, durationMs)
    if (follows?.kind === 'opened') await this.#defer(id, this.#parts.now())
    if (follows?.kind === 'answers') await this.#parts.store.bringForward(id, this.#parts.now())
  }

  async #defer(id: string, nowMs: number): Promise<void> {
    const forMs = this.#receivers.openForMs(id)
    if (forMs === undefined) return
    await this.#parts.store.deferDue(id, { nowMs, untilMs: nowMs + Math.ceil(forMs) })
  }

  async #store(marks: readonly DeliveryMark[]): Promise<void> {
    const nowMs = this.#parts.now()
    const { held, disabled } = await this.#parts.store.mark(marks, {
      nowMs,
      auditLine: (off) => ({ ...auditRow(disabling(off, nowMs)), org_id: off.orgId }),
    })
    for (const { lease } of marks) {
      if (!held.has(lease.id))
        this.#parts.log.warn({ job: lease.id }, 'the lease of a delivery was lost')
    }
    for (const { subscriptionId, reason } of disabled) {
      this.#parts.log.warn({ subscription: subscriptionId, reason }, 'a webhook was turned off')
    }
  }

  /**
   * What is due further ahead than can be was put there by a clock that was ahead, and would wait for it. Unless it is the
   * clock of this moment that is wrong, and behind.
   */
  async #bringBack(nowMs: number): Promise<void> {
    const { store, elapsed } = this.#parts
    if (elapsed() - this.#lookedAheadAt < LOOK_AHEAD_MS) return
    this.#lookedAheadAt = elapsed()
    if (!(await store.hasTooFar(nowMs, FURTHEST))) {
      this.#tooFarSince = undefined
      return
    }
    this.#tooFarSince ??= elapsed()
    if (elapsed() - this.#tooFarSince >= BELIEVED_AFTER_MS) await store.bringBack(nowMs, FURTHEST)
  }

  #later(): void {
    clearTimeout(this.#timer)
    if (this.#isClosing) return
    this.#timer = setTimeout(() => this.wake(), POLL_MS)
    this.#timer.unref()
  }
}

const isWhole = (delivery: ClaimedDelivery): delivery is WholeDelivery =>
  delivery.event !== undefined && delivery.subscription !== undefined

const isOff = ({ subscription }: ClaimedDelivery): boolean =>
  subscription !== undefined && (subscription.isPaused || subscription.isDisabled)

/** True for one that waits until its subscription is resumed. */
const isParked = (delivery: ClaimedDelivery, nowMs: number): boolean =>
  isWhole(delivery) && isOff(delivery) && nowMs < delivery.createdAt + PARKED_MS

const disabling = ({ subscriptionId, reason }: Disabled, nowMs: number) =>
  ({
    action: 'webhook.disable',
    target: { type: 'webhook', id: subscriptionId },
    actor: { type: 'system', id: 'delivery' },
    detail: { reason },
    requestId: null,
    at: nowMs,
  }) as const
