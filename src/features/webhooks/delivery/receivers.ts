import type { DeliveryStatus } from '../../../domain/webhooks/delivery-status.ts'
import { BoundedMap } from '../../../lib/cache/bounded-map.ts'
import { MINUTE_MS, type MonotonicClock } from '../../../lib/time/clock.ts'

/** The most deliveries that run at a time, of all subscriptions together. */
export const MOST_RUNNING = 128
/**
 * The most of these that may go to receivers that have not just answered quickly. The other slots are free at every
 * moment for receivers that have, even while many others hang.
 */
const MOST_DOUBTFUL = 96

/**
 * The most deliveries of one subscription that run at a time, by how its receiver answers. A slot is time. A receiver
 * that answers at once may have three quarters of all slots; a third of its slots send at a time, while the jobs of the
 * others are claimed or stored. One that takes up to a second may have an eighth, so that a small server is not
 * overrun. One that takes long, or fails, may have a few. One that does not answer before the time limit, or was never
 * asked, has one slot: thirty endpoints that hang hold thirty slots and no more.
 */
const MOST_BY_PACE = {
  instant: 96,
  quick: 16,
  slow: 4,
  failing: 4,
  hanging: 1,
  unknown: 1,
} as const

type Pace = keyof typeof MOST_BY_PACE

const INSTANT_MS = 100
const QUICK_MS = 1_000

/** The number of failures in a row that opens the breaker. */
const FAILURES_TO_OPEN = 10
const FIRST_OPEN_MS = MINUTE_MS / 2
export const LONGEST_OPEN_MS = 15 * MINUTE_MS

/**
 * The most receivers that are remembered; of more, those that were used least recently are forgotten, and tried again.
 */
const MOST_REMEMBERED = 20_000

interface Receiver {
  pace: Pace
  /** The number of failures in a row that say that the receiver is down. */
  failures: number
  /**
   * The monotonic time in ms until which the breaker is open; afterwards attempts may try again. Undefined while it is
   * closed.
   */
  openUntil: number | undefined
  openMs: number
}

/**
 * The consequence of an attempt: the breaker `opened` for a time, or the receiver `answers`, for the first time in a
 * while.
 */
type Turn = { kind: 'opened'; forMs: number } | { kind: 'answers' }

/** A sharing-out of the free slots among receivers. */
interface Round {
  /** The number of free slots that are not taken yet. */
  readonly free: number
  /**
   * Takes slots for a receiver and returns how many of the wanted ones it gets; to be called once for each receiver.
   */
  take(id: string, wanted: number): number
}

/**
 * Decides which deliveries may run, by how their receivers answered: limits for each receiver (a bulkhead), and a
 * breaker that stops sending to one that is down. All of it is kept in memory; a new process learns it again, and
 * nothing is lost by that.
 */
export class Receivers {
  readonly #elapsed: MonotonicClock
  readonly #known = new BoundedMap<string, Receiver>(MOST_REMEMBERED)
  readonly #running = new Map<string, number>()
  /** The receivers that were forgotten and not yet taken by `takeForgotten`; their deliveries may still be put off. */
  #forgotten = new Set<string>()
  #doubtful = 0
  #all = 0

  constructor(elapsed: MonotonicClock) {
    this.#elapsed = elapsed
  }

  /** The number of further deliveries that may begin, to any receivers. */
  get free(): number {
    return MOST_RUNNING - this.#all
  }

  get running(): number {
    return this.#all
  }

  /** Returns how many further deliveries to a receiver may begin now. */
  room(id: string): number {
    return this.round().take(id, MOST_RUNNING)
  }

  /** Begins to share out the free slots; each slot that is taken counts as used within this round. */
  round(): Round {
    let free = this.free
    let doubtful = MOST_DOUBTFUL - this.#doubtful
    const take = (id: string, wanted: number): number => {
      const most = this.#most(id)
      const own = most - (this.#running.get(id) ?? 0)
      const ofAll = isDoubtful(most) ? Math.min(free, doubtful) : free
      const taken = Math.max(0, Math.min(wanted, own, ofAll))
      free -= taken
      if (isDoubtful(most)) doubtful -= taken
      return taken
    }
    return {
      take,
      get free() {
        return free
      },
    }
  }

  /** Takes a slot for a delivery to a receiver; returns a function that gives the slot back. */
  begin(id: string): () => void {
    const doubtful = isDoubtful(this.#most(id)) ? 1 : 0
    this.#count(id, 1, doubtful)
    return () => this.#count(id, -1, -doubtful)
  }

  /** Returns for how many ms nothing is sent to a receiver that is down; undefined for a receiver that may be tried. */
  openForMs(id: string): number | undefined {
    const until = this.#known.get(id)?.openUntil
    const leftMs = until === undefined ? 0 : until - this.#elapsed()
    return leftMs > 0 ? leftMs : undefined
  }

  /** Learns from an attempt how a receiver answers; returns its consequence, if there is one. */
  learn(id: string, status: DeliveryStatus, durationMs: number): Turn | undefined {
    const known = this.#known.get(id)
    const receiver = known ?? { pace: 'unknown', failures: 0, openUntil: undefined, openMs: 0 }
    if (!known) this.#known.set(id, receiver)
    const wasInDoubt = receiver.pace === 'unknown' || receiver.openUntil !== undefined
    receiver.pace = paceOf(status, durationMs)
    if (isDown(status)) return this.#fail(receiver)
    receiver.failures = 0
    receiver.openUntil = undefined
    receiver.openMs = 0
    return wasInDoubt ? { kind: 'answers' } : undefined
  }

  /** Forgets what is known of a receiver. */
  forget(id: string): void {
    this.#known.delete(id)
    this.#forgotten.add(id)
  }

  /**
   * Returns the receivers that were forgotten since the last call, so that the caller makes due what was put off for
   * them.
   */
  takeForgotten(): ReadonlySet<string> {
    const forgotten = this.#forgotten
    this.#forgotten = new Set()
    return forgotten
  }

  #fail(receiver: Receiver): Turn | undefined {
    receiver.failures += 1
    const isOpen = receiver.openUntil !== undefined && receiver.openUntil > this.#elapsed()
    // While the breaker is open, failures come from attempts that began before, and say nothing new.
    if (isOpen || receiver.failures < FAILURES_TO_OPEN) return undefined
    receiver.openMs = Math.min(LONGEST_OPEN_MS, receiver.openMs * 2 || FIRST_OPEN_MS)
    receiver.openUntil = this.#elapsed() + receiver.openMs
    return { kind: 'opened', forMs: receiver.openMs }
  }

  #most(id: string): number {
    const receiver = this.#known.get(id)
    if (receiver?.openUntil === undefined) return MOST_BY_PACE[receiver?.pace ?? 'unknown']
    return this.#elapsed() < receiver.openUntil ? 0 : 1
  }

  #count(id: string, more: number, doubtful: number): void {
    const running = (this.#running.get(id) ?? 0) + more
    if (running > 0) this.#running.set(id, running)
    else this.#running.delete(id)
    this.#doubtful += doubtful
    this.#all += more
  }
}

const isDoubtful = (most: number): boolean => most < MOST_BY_PACE.quick

/**
 * True for a status which says that the receiver is down: it gave no whole answer, or one with a status of 500 to 599.
 */
const isDown = (status: DeliveryStatus): boolean =>
  /^(?:timeout|dns|tls|refused|reset|http_5\d\d)$/.test(status)

function paceOf(status: DeliveryStatus, durationMs: number): Pace {
  if (status === 'timeout') return 'hanging'
  if (status !== 'delivered') return 'failing'
  if (durationMs < INSTANT_MS) return 'instant'
  return durationMs < QUICK_MS ? 'quick' : 'slow'
}
