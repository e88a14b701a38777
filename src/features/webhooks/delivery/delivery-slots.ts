import type { Receivers } from './receivers.ts'

interface Marked {
  lease: { id: string }
  subscriptionId: string
}

/**
 * The slots in which deliveries run, and the jobs that hold them. A slot is free once the mark of its job is stored, or
 * while that mark is being stored together with the next claim.
 */
export class DeliverySlots {
  readonly #receivers: Receivers
  /** The functions that give back the slots of jobs, by the job's id. */
  readonly #held = new Map<string, () => void>()
  /** The ids of jobs whose slots already went to other jobs, claimed in the transaction that stored their marks. */
  readonly #filled = new Set<string>()

  constructor(receivers: Receivers) {
    this.#receivers = receivers
  }

  take({ id, subscriptionId }: { id: string; subscriptionId: string }): void {
    this.#held.set(id, this.#receivers.begin(subscriptionId))
  }

  /** Frees the slots of marked jobs, for a claim that is stored together with the marks. */
  free(marks: readonly Marked[]): void {
    for (const { lease } of marks) this.#giveBack(lease.id)
  }

  /** Notes that the marks are stored, and that the same transaction claimed jobs for their slots. */
  fill(marks: readonly Marked[]): void {
    for (const { lease } of marks) this.#filled.add(lease.id)
  }

  /** Takes the slots again of jobs whose marks could not be stored. */
  takeBack(marks: readonly Marked[]): void {
    for (const { lease, subscriptionId } of marks) {
      if (!this.#filled.has(lease.id)) this.take({ id: lease.id, subscriptionId })
    }
  }

  /** Ends a job and gives back its slot. Returns `filled` where the slot already went to another job, else `free`. */
  end(jobId: string): 'free' | 'filled' {
    this.#giveBack(jobId)
    return this.#filled.delete(jobId) ? 'filled' : 'free'
  }

  #giveBack(jobId: string): void {
    this.#held.get(jobId)?.()
    this.#held.delete(jobId)
  }
}
