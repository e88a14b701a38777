import { cancelledRequest } from '../../../net/fetch-error.ts'

interface Receiver {
  running: number
  readonly waiting: { begin: () => void; cancel: () => void }[]
}

/** Lets so many run at a time for one receiver; the others begin in the order in which they came. */
export class ReceiverTurns {
  readonly #most: number
  readonly #receivers = new Map<string, Receiver>()
  #isClosed = false

  constructor(most: number) {
    this.#most = most
  }

  /** Begins the work now, or when others of the same receiver have ended. Throws what it throws, and CANCELLED once closed. */
  async run<T>(receiver: string, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw cancelledRequest()
    const known = this.#receivers.get(receiver) ?? { running: 0, waiting: [] }
    if (known.running === 0) this.#receivers.set(receiver, known)
    if (known.running < this.#most) known.running += 1
    else await this.#turn(known)
    try {
      return await work()
    } finally {
      this.#end(receiver, known)
    }
  }

  /** Begins nothing more: what waits is cancelled, and what runs goes on. */
  close(): void {
    this.#isClosed = true
    for (const { waiting } of this.#receivers.values()) {
      for (const { cancel } of waiting.splice(0)) cancel()
    }
  }

  #turn({ waiting }: Receiver): Promise<void> {
    return new Promise((begin, reject) => {
      waiting.push({ begin, cancel: () => reject(cancelledRequest()) })
    })
  }

  /** Who waits takes the place over, so that nobody gets in between. */
  #end(name: string, receiver: Receiver): void {
    const next = receiver.waiting.shift()
    if (next) return next.begin()
    receiver.running -= 1
    if (receiver.running === 0) this.#receivers.delete(name)
  }
}
