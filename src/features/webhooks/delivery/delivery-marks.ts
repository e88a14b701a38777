import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import type { DeliveryOutcome } from '../../../../db/webhooks/mark-deliveries.ts'
import type { Logger } from '../../../lib/logger.ts'

/** The most marks that are stored in one transaction. */
const MOST_A_COMMIT = 32
const TRIES = 3
const PAUSE_MS = 1_000

interface Waiting {
  mark: DeliveryOutcome
  tries: number
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Stores the outcomes of deliveries, called marks, in groups: all marks that came while the last commit ran go into the
 * next one, at once. So one delivery does not wait for others, and many share the wait for the disk.
 */
export class DeliveryMarks implements AsyncDisposable {
  readonly #store: (marks: readonly DeliveryOutcome[]) => Promise<void>
  readonly #log: Logger
  readonly #waiting: Waiting[] = []
  #storing: Promise<void> | undefined
  /**
   * The number of waiting marks that are to be stored one by one, since one of them may be why their group could not be
   * stored.
   */
  #alone = 0
  #isFailing = false
  #isClosing = false

  constructor(store: (marks: readonly DeliveryOutcome[]) => Promise<void>, log: Logger) {
    this.#store = store
    this.#log = log
  }

  /** True where the last transaction could not be stored. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  /** Stores a mark. Resolves when it is on the disk; rejects when it could not be stored after several tries. */
  add(mark: DeliveryOutcome): Promise<void> {
    const stored = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ mark, tries: 0, resolve, reject })
    })
    this.#storing ??= this.#storeAll().finally(() => {
      this.#storing = undefined
    })
    return stored
  }

  /** Stores the marks that wait; a mark that then fails is not tried again. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    await this.#storing
  }

  async #storeAll(): Promise<void> {
    // Answers that came in the same turn of the event loop go together.
    await turn()
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, this.#alone > 0 ? 1 : MOST_A_COMMIT)
      this.#alone = Math.max(0, this.#alone - 1)
      await this.#storeGroup(group)
    }
  }

  async #storeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#store(group.map(({ mark }) => mark))
      this.#isFailing = false
      for (const { resolve } of group) resolve()
    } catch (error) {
      if (!this.#isFailing) this.#log.error({ err: error }, 'deliveries could not be noted')
      this.#isFailing = true
      await this.#tryAgain(group, error)
    }
  }

  async #tryAgain(group: readonly Waiting[], error: unknown): Promise<void> {
    for (const waiting of group) waiting.tries += 1
    const isLast = ({ tries }: Waiting): boolean => this.#isClosing || tries >= TRIES
    for (const waiting of group) if (isLast(waiting)) waiting.reject(error)
    const again = group.filter((waiting) => !isLast(waiting))
    this.#waiting.unshift(...again)
    this.#alone = again.length
    if (again.length > 0) await delay(PAUSE_MS)
  }
}
