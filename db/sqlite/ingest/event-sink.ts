import { StorageDamagedError, StorageUnavailableError } from '../../errors.ts'
import type { SqliteConnection } from '../connect.ts'
import { beginImmediate } from '../driver.ts'
import type { Db } from '../../tables/schema.ts'
import type { MadeHandles } from '../../handles.ts'
import { DELIVERY_QUEUE, emitEvent } from '../../webhooks/enqueue-deliveries.ts'
import { EventStore, type InstalledSite } from './event-store.ts'
import type { EventSink, EventSinkState } from '../../ingest/event-sink.ts'
import type { BatchResult, EventBatch } from '../../../src/domain/events/new-event.ts'

const GROUP_WAIT_MS = 2
const GROUP_EVENTS = 500
/** The number of other events that cost as much to store as one question with its topic and its words. */
const QUESTION_COST = 8
/** The milliseconds from which on a group is so slow that it is taken for part of a flood. */
const LONG_GROUP_MS = 10
/** The longest rest between two groups, in milliseconds. */
const MAX_REST_MS = 100
/**
 * The most events that may wait for the disk; with more, the sink refuses them instead of growing, and collecting
 * answers 503.
 */
const MAX_WAITING_EVENTS = 20_000

const NOTHING: BatchResult = { accepted: 0, duplicates: 0, rejected: 0, limited: 0 }

type Listeners = Pick<MadeHandles, 'wakeQueue' | 'tellEmitted' | 'translate'>

interface WaitingBatch {
  batch: EventBatch
  /** The cost of storing the batch, counted in events other than questions. */
  cost: number
  resolve: (result: BatchResult) => void
  reject: (error: unknown) => void
}

/**
 * A sink that commits events in groups: batches that arrive within 2 ms, or the first that cost as much as 500 events,
 * share one transaction and one fsync, and each caller gets an answer only after it. A group that fails is refused as a
 * whole; nothing of it is stored. A group that meets damage is tried batch by batch. Further batches come in the next
 * group, and all other work gets a turn between the two.
 */
export class SqliteEventSink implements EventSink {
  readonly #db: Db
  readonly #connection: SqliteConnection
  readonly #store: EventStore
  readonly #listeners: Listeners
  #waiting: WaitingBatch[] = []
  #waitingEvents = 0
  #waitingCost = 0
  #restUntilMs = 0
  #failedAtMs: number | undefined
  #failedGroups = 0
  readonly #counts: BatchResult = { ...NOTHING }
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined

  /** Makes a sink; `listeners` are called for events and jobs after the commit that stored them. */
  constructor(db: Db, connection: SqliteConnection, listeners: Listeners) {
    this.#db = db
    this.#listeners = listeners
    this.#connection = connection
    this.#store = new EventStore(connection)
  }

  state(): EventSinkState {
    return {
      waiting: this.#waitingEvents,
      mostWaiting: MAX_WAITING_EVENTS,
      failedAgoMs:
        this.#failedAtMs === undefined ? undefined : performance.now() - this.#failedAtMs,
      counts: { ...this.#counts },
      failedGroups: this.#failedGroups,
    }
  }

  write(batch: EventBatch): Promise<BatchResult> {
    if (this.#waitingEvents >= MAX_WAITING_EVENTS) {
      return Promise.reject(new StorageUnavailableError('Too many events wait'))
    }
    return new Promise((resolve, reject) => {
      const cost = costOf(batch)
      this.#waiting.push({ batch, cost, resolve, reject })
      this.#waitingEvents += batch.events.length
      this.#waitingCost += cost
      this.#schedule()
    })
  }

  async findWordings(limit: number): Promise<number> {
    return this.#db.connection().execute(async () => {
      await beginImmediate(this.#connection)
      try {
        const taken = this.#store.findWordings(limit)
        this.#connection.exec('COMMIT')
        return taken
      } catch (error) {
        if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
        throw this.#listeners.translate(error)
      }
    })
  }

  async drain(): Promise<void> {
    while (this.#waiting.length > 0 || this.#flushing) await this.#flush()
  }

  #schedule(): void {
    if (this.#flushing) return // the running flush looks again when it ends
    const restMs = this.#restUntilMs - performance.now()
    if (this.#waitingCost >= GROUP_EVENTS && restMs <= 0 && this.#timer === undefined) {
      this.#startFlush()
      return
    }
    this.#timer ??= setTimeout(() => this.#startFlush(), Math.max(GROUP_WAIT_MS, restMs))
  }

  /** The promise is kept in `#flushing`; commitGroup settles every caller itself and never rejects. */
  #startFlush(): void {
    this.#flush().catch((error: unknown) => {
      for (const { reject } of this.#takeAll()) reject(error)
    })
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const startedAt = performance.now()
    this.#flushing ??= this.#commitGroup().finally(() => {
      this.#flushing = undefined
      this.#rest(performance.now() - startedAt)
      if (this.#waiting.length > 0) this.#schedule()
    })
    return this.#flushing
  }

  /**
   * Sets the time before which no further group is stored: in 2 ms, or, after a group of more than 10 ms, in twice as
   * long as that group took, but at most 100 ms.
   */
  #rest(tookMs: number): void {
    const restMs = tookMs > LONG_GROUP_MS ? Math.min(2 * tookMs, MAX_REST_MS) : GROUP_WAIT_MS
    this.#restUntilMs = performance.now() + restMs
  }

  async #commitGroup(): Promise<void> {
    await this.#db.connection().execute(async (db) => {
      let group: WaitingBatch[] = []
      try {
        await beginImmediate(this.#connection)
        group = this.#take()
        await this.#commit(db, group)
        this.#failedAtMs = undefined
      } catch (error) {
        const failure = this.#rollBack(error)
        // A damaged page refuses only the events that need it, so each batch is stored by itself.
        if (failure instanceof StorageDamagedError && group.length > 1) {
          return this.#commitEach(db, group)
        }
        const refused = group.length > 0 ? group : this.#takeAll()
        for (const waiting of refused) waiting.reject(failure)
      }
    })
  }

  /** Stores the batches in the open transaction, ends it, and resolves the promises of all callers. */
  async #commit(db: Db, group: readonly WaitingBatch[]): Promise<void> {
    const { results, installed } = this.#store.store(group.map(({ batch }) => batch))
    const deliveries = await emitInstalled(db, installed)
    this.#connection.exec('COMMIT')
    for (const [i, waiting] of group.entries()) {
      const result = results[i] ?? NOTHING
      this.#count(result)
      waiting.resolve(result)
    }
    if (deliveries > 0) this.#listeners.wakeQueue(DELIVERY_QUEUE)
    for (const { orgId } of installed) this.#listeners.tellEmitted(orgId)
  }

  async #commitEach(db: Db, group: readonly WaitingBatch[]): Promise<void> {
    for (const waiting of group) {
      try {
        await beginImmediate(this.#connection)
        await this.#commit(db, [waiting])
      } catch (error) {
        waiting.reject(this.#rollBack(error))
      }
    }
  }

  /** Undoes the open transaction, and returns its error as callers know it. */
  #rollBack(error: unknown): unknown {
    if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
    this.#store.forget()
    this.#failedAtMs = performance.now()
    this.#failedGroups += 1
    return this.#listeners.translate(error)
  }

  #count({ accepted, duplicates, rejected, limited }: BatchResult): void {
    this.#counts.accepted += accepted
    this.#counts.duplicates += duplicates
    this.#counts.rejected += rejected
    this.#counts.limited += limited
  }

  /** Takes the batches that have waited longest: as many as one group may hold, at least one. */
  #take(): WaitingBatch[] {
    let cost = 0
    const end = this.#waiting.findIndex((waiting) => (cost += waiting.cost) > GROUP_EVENTS)
    const group = this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(1, end))
    for (const waiting of group) {
      this.#waitingEvents -= waiting.batch.events.length
      this.#waitingCost -= waiting.cost
    }
    return group
  }

  #takeAll(): WaitingBatch[] {
    this.#waitingEvents = 0
    this.#waitingCost = 0
    return this.#waiting.splice(0)
  }
}

/**
 * Emits the events which report that sites were installed, within the transaction of the first beacons of these sites;
 * returns the number of deliveries.
 */
async function emitInstalled(db: Db, installed: readonly InstalledSite[]): Promise<number> {
  let deliveries = 0
  for (const first of installed) deliveries += await emitEvent(db, first)
  return deliveries
}

const costOf = ({ events }: EventBatch): number =>
  events.reduce((sum, { question }) => sum + (question ? QUESTION_COST : 1), 0)
