/** A plan as the model knows it; null has no limit. */
export type ModelGrant = number | null

interface Held {
  held: number
  /** The answer to the first request for this reservation. */
  answer: number
}

/** The rules of credits once more, as plainly as can be, to hold the real ones against. The month is a number. */
export class CreditModel {
  balance = 0
  used = 0
  #grantLeft = 0
  #granted = 0
  #month = -1
  readonly #reserved = new Map<string, Held>()
  readonly #ended = new Set<string>()
  readonly #added = new Set<string>()

  get reserved(): number {
    return [...this.#reserved.values()].reduce((sum, { held }) => sum + held, 0)
  }

  /** Happens ahead of each use. */
  renew(month: number, grant: ModelGrant): void {
    if (month > this.#month) {
      const lost = Math.max(0, this.#grantLeft - this.reserved)
      this.balance -= lost
      this.#grantLeft -= lost
      this.#granted = 0
      this.used = 0
      this.#month = month
    }
    const due = Math.max(0, (grant ?? 0) - this.#granted)
    this.#granted += due
    this.#grantLeft += due
    this.balance += due
  }

  reserve(id: string, wanted: number, grant: ModelGrant): number {
    const before = this.#reserved.get(id)
    if (before) return before.answer
    if (this.#ended.has(id)) return 0
    if (grant === null) return wanted
    const held = Math.min(wanted, this.balance - this.reserved)
    if (held > 0) this.#reserved.set(id, { held, answer: held })
    return held
  }

  settle(id: string, cost: number, grant: ModelGrant): void {
    if (this.#ended.has(id)) return
    const reservation = this.#reserved.get(id)
    const held = reservation?.held ?? 0
    const charged = grant === null ? 0 : Math.min(cost, held + this.balance - this.reserved)
    if (reservation) reservation.held = 0
    // A settlement that costs nothing and had reserved nothing leaves no trace.
    if (cost > 0 || held > 0) this.#ended.add(id)
    this.used += grant === null ? cost : charged
    this.#take(charged)
  }

  add(id: string, amount: number): void {
    const key = `${amount < 0} ${id}`
    if (this.#added.has(key)) return
    this.#added.add(key)
    if (amount >= 0) this.balance += amount
    else this.#take(Math.min(-amount, this.balance - this.reserved))
  }

  #take(credits: number): void {
    this.balance -= credits
    this.#grantLeft = Math.max(0, this.#grantLeft - credits)
  }
}
