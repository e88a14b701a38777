/**
 * The most messages that may wait: of no organization (`first`), of each organization, and of all organizations
 * together.
 */
const MOST = { first: 100, ofOrganization: 20, all: 2_000 }

/**
 * Messages that wait to be sent. Messages of no organization, such as links for lost passwords, go first. Each
 * organization has places of its own, and organizations take turns, so that one cannot fill the queue or make others
 * wait for all of its messages.
 */
export class MailQueue<T> {
  readonly #first: T[] = []
  /** Waiting messages by organization; the organization whose turn it is comes first. */
  readonly #waiting = new Map<string, T[]>()
  #count = 0

  /** Tells whether one more message is taken, of an organization or of none. */
  hasRoom(orgId: string | undefined): boolean {
    if (orgId === undefined) return this.#first.length < MOST.first
    const own = this.#waiting.get(orgId)?.length ?? 0
    return own < MOST.ofOrganization && this.#count < MOST.all
  }

  /** Adds a message; returns false where the queue has no place for it. */
  add(orgId: string | undefined, message: T): boolean {
    if (!this.hasRoom(orgId)) return false
    if (orgId === undefined) {
      this.#first.push(message)
      return true
    }
    const own = this.#waiting.get(orgId)
    if (own) own.push(message)
    else this.#waiting.set(orgId, [message])
    this.#count += 1
    return true
  }

  /** Removes and returns the message whose turn it is; undefined where no message waits. */
  next(): T | undefined {
    const first = this.#first.shift()
    if (first !== undefined) return first
    for (const [orgId, own] of this.#waiting) {
      const message = own.shift()
      this.#waiting.delete(orgId)
      if (own.length > 0) this.#waiting.set(orgId, own)
      this.#count -= 1
      return message
    }
    return undefined
  }

  /** True while the queue has no place for messages of no organization, or for those of all organizations together. */
  get isFull(): boolean {
    return this.#first.length >= MOST.first || this.#count >= MOST.all
  }

  get length(): number {
    return this.#first.length + this.#count
  }
}
