import type { Receivers } from './receivers.ts'

interface Marked {
  lease: { id: string }
  subscriptionId: string
}

/** Which job holds which slot. A slot is free when what became of its job is stored, or stored together with a next claim. */
export class DeliverySlots {
  readonly #receivers: Receivers
  /** Give back the slots of jobs. */
  readonly #held = new Map<string, () => void>()
  /** Jobs whose slots others have already, which were claimed as their marks were stored. */
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

  /** Says that the marks are stored, and that slots were claimed for with them. */
  fill(marks: readonly Marked[]): void {
    for (const { lease } of marks) this.#filled.add(lease.id)
  }

  /** Takes slots again whose marks could not be stored. */
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
