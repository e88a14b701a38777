import type { DueDeliveries, DueDelivery } from '../../../../db/webhooks/due-deliveries.ts'
import type { Receivers } from './receivers.ts'

/** So many jobs are looked at first, at least. */
const LEAST_LOOKED_AT = 32
/** So many subscriptions are looked at where the oldest jobs are of receivers that have no room. */
const SUBSCRIPTIONS_A_LOOK = 500

interface Picked {
  jobIds: string[]
  /** Receivers whose breaker is open, and that have jobs that are due. */
  closed: Set<string>
}

/**
 * Picks due jobs for the slots that are free, of each receiver as many as it has room for. The oldest come first; where
 * these are of receivers without room, however many, it goes from one subscription to the next by an index, in turn.
 */
export class DeliveryPicker {
  readonly #due: DueDeliveries
  readonly #receivers: Receivers
  /** The last subscription that was looked at, where there are more than one look takes. */
  #after = ''

  constructor(due: DueDeliveries, receivers: Receivers) {
    this.#due = due
    this.#receivers = receivers
  }

  /** Jobs of `running` are left out: where the clock was set ahead, their leases seem to be over. */
  async pick(nowMs: number, running: { has(jobId: string): boolean }): Promise<Picked> {
    const picked: Picked = { jobIds: [], closed: new Set() }
    const { free } = this.#receivers
    if (free === 0) return picked
    const taken = new Map<string, number>()
    const take = ({ id, subscriptionId }: DueDelivery): void => {
      if (picked.jobIds.length >= free || running.has(id)) return
      if (this.#receivers.openForMs(subscriptionId) !== undefined) picked.closed.add(subscriptionId)
      const own = taken.get(subscriptionId) ?? 0
      if (own >= this.#receivers.room(subscriptionId) || picked.jobIds.includes(id)) return
      taken.set(subscriptionId, own + 1)
      picked.jobIds.push(id)
    }
    const limit = Math.max(LEAST_LOOKED_AT, free)
    const oldest = await this.#due.oldest(nowMs, limit)
    for (const job of oldest) take(job)
    const mayBeMore = oldest.length === limit && picked.jobIds.length < free
    if (mayBeMore) {
      await this.#pickInTurn(nowMs, take, free - picked.jobIds.length)
    }
    return picked
  }

  async #pickInTurn(
    nowMs: number,
    take: (job: DueDelivery) => void,
    wanted: number,
  ): Promise<void> {
    const found = await this.#due.subscriptions(this.#after, SUBSCRIPTIONS_A_LOOK)
    this.#after = found.length < SUBSCRIPTIONS_A_LOOK ? '' : (found.at(-1)?.id ?? '')
    const due = found
      .filter(({ id, runAt }) => runAt <= nowMs && this.#receivers.room(id) > 0)
      .toSorted((a, b) => a.runAt - b.runAt)
      .slice(0, wanted)
    if (due.length === 0) return
    const share = Math.ceil(wanted / due.length)
    const ids = due.map(({ id }) => id)
    for (const job of await this.#due.ofEach(ids, nowMs, share)) take(job)
  }
}
