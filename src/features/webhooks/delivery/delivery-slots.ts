import type { Receivers } from './receivers.ts'

interface Marked {
  lease: { id: string }
  subscriptionId: string
}

/**
 * The slots and the jobs that hold them. A slot is free when the mark of its job is stored, or is being stored together
 * with the next claim.
 */
export class DeliverySlots {
  readonly #receivers: Receivers
  /** Functions that give back the slots of jobs, by job. */
  readonly #held = new Map<string, () => void>()
  /** Jobs whose slots other jobs have already, which were claimed as the marks of these were stored. */
  readonly #filled = new Set<string>()

  constructor(receivers: Receivers) {
    this.#receivers = receivers
  }

  take({ id, subscriptionId }: { id: string; subscriptionId: string }): void {
    this.#held.set(id, this.#receivers.begin(subscriptionId))
  }

  /** Frees slots for a claim that is stored together with the marks of their jobs. */
  free(marks: readonly Marked[]): void {
    for (const { lease } of marks) this.#giveBack(lease.id)
  }

  /** Says that the marks are stored, and that the same transaction claimed jobs for their slots. */
  fill(marks: readonly Marked[]): void {
    for (const { lease } of marks) this.#filled.add(lease.id)
  }

  /** Takes back the slots of jobs whose marks could not be stored. */
  takeBack(marks: readonly Marked[]): void {
    for (const { lease, subscriptionId } of marks) {
      if (!this.#filled.has(lease.id)) this.take({ id: lease.id, subscriptionId })
    }
  }

  /** Ends a job; says whether its slot is free, or was filled before. */
  end(jobId: string): 'free' | 'filled' {
    this.#giveBack(jobId)
    return this.#filled.delete(jobId) ? 'filled' : 'free'
  }

  #giveBack(jobId: string): void {
    this.#held.get(jobId)?.()
    this.#held.delete(jobId)
  }
}
