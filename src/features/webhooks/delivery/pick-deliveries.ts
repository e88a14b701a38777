import type { DueDeliveries, DueDelivery } from '../../../../db/webhooks/due-deliveries.ts'
import type { Receivers } from './receivers.ts'

/** The most jobs that one look finds, oldest first. */
const JOBS_A_LOOK = 256
/** The most subscriptions that one look reads, where the oldest jobs are of receivers without room. */
const SUBSCRIPTIONS_A_LOOK = 500

interface Picked {
  jobIds: string[]
  /** The ids of subscriptions with due jobs whose receiver's breaker is open. */
  closed: Set<string>
}

type Running = { has(jobId: string): boolean }

/**
 * Picks due jobs for the slots that are free, of each receiver as many as it has room for. The oldest come first; where
 * these are of receivers without room, however many, the picker goes from one subscription to the next by an index, in
 * turn.
 *
 * One look serves many picks: a claim takes only jobs that are still due, so jobs that were found earlier do no harm.
 * The picker looks again after `lookAgain`, when the jobs that it found of a receiver run out, and, while it knows of
 * receivers of which it found no jobs, whenever slots stay free.
 */
export class DeliveryPicker {
  readonly #due: DueDeliveries
  readonly #receivers: Receivers
  /** The ids of jobs that were found and not yet picked, by subscription, in the order in which they were found. */
  #found = new Map<string, string[]>()
  #mustLook = true
  /** True where the last look found jobs of each receiver that had jobs due. */
  #isComplete = false
  /** The id of the last subscription that was looked at; the next look goes on after it. */
  #after = ''

  constructor(due: DueDeliveries, receivers: Receivers) {
    this.#due = due
    this.#receivers = receivers
  }

  /** Makes the next pick look for due jobs again, since there may be more than were found. */
  lookAgain(): void {
    this.#mustLook = true
  }

  /**
   * Picks jobs for the free slots; `closed` names receivers with due jobs that get nothing now. Jobs of `running` are
   * left out: where the clock was set ahead, their leases seem to be over.
   */
  async pick(nowMs: number, running: Running): Promise<Picked> {
    const picked: Picked = { jobIds: [], closed: new Set() }
    const { free } = this.#receivers
    if (free === 0) return picked
    if (this.#mustLook) await this.#look(nowMs, running)
    const round = this.#receivers.round()
    for (const [id, jobIds] of this.#found) {
      if (this.#receivers.openForMs(id) !== undefined) picked.closed.add(id)
      picked.jobIds.push(...jobIds.splice(0, round.take(id, jobIds.length)))
      if (jobIds.length > 0) continue
      this.#found.delete(id)
      this.#mustLook = true
    }
    if (!this.#isComplete && picked.jobIds.length < free) this.#mustLook = true
    return picked
  }

  async #look(nowMs: number, running: Running): Promise<void> {
    this.#mustLook = false
    this.#found = new Map()
    const oldest = await this.#due.oldest(nowMs, JOBS_A_LOOK)
    this.#keep(oldest, running)
    this.#isComplete = oldest.length < JOBS_A_LOOK
    const round = this.#receivers.round()
    for (const [id, jobIds] of this.#found) round.take(id, jobIds.length)
    if (!this.#isComplete && round.free > 0) await this.#lookInTurn(nowMs, round.free, running)
  }

  async #lookInTurn(nowMs: number, wanted: number, running: Running): Promise<void> {
    const listed = await this.#due.subscriptions(this.#after, SUBSCRIPTIONS_A_LOOK)
    const isAll = this.#after === '' && listed.length < SUBSCRIPTIONS_A_LOOK
    this.#after = listed.length < SUBSCRIPTIONS_A_LOOK ? '' : (listed.at(-1)?.id ?? '')
    const others = listed.filter(({ id, runAt }) => runAt <= nowMs && !this.#found.has(id))
    this.#isComplete = isAll && others.length === 0
    const due = others
      .filter(({ id }) => this.#receivers.room(id) > 0)
      .toSorted((a, b) => a.runAt - b.runAt)
      .slice(0, wanted)
    if (due.length === 0) return
    const share = Math.ceil(wanted / due.length)
    const ids = due.map(({ id }) => id)
    this.#keep(await this.#due.ofEach(ids, nowMs, share), running)
  }

  #keep(jobs: readonly DueDelivery[], running: Running): void {
    for (const { id, subscriptionId } of jobs) {
      if (running.has(id)) continue
      const own = this.#found.get(subscriptionId)
      if (own === undefined) this.#found.set(subscriptionId, [id])
      else own.push(id)
    }
  }
}
