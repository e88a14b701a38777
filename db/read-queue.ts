import { BoundedMap } from '../src/lib/cache/bounded-map.ts'
import { StorageUnavailableError, TooManyReadsError } from './errors.ts'

/** Says on whose behalf a read runs, and how to hear that nobody waits for it any more. */
export interface ReadCaller {
  /** Reads of one organization take turns with those of others; reads of the service itself have no organization. */
  orgId: string | undefined
  /** Its signal is aborted when the caller has left; absent where nobody can leave. */
  untilLeft?: (() => AbortSignal) | undefined
}

/** One organization may have so many reads waiting. A call needs a few; a script that asks for more should slow down. */
const MAX_WAITING_OF_ORG = 50
/** So many reads may wait in all, to bound their memory; the first one of each organization comes on top. */
const MAX_WAITING = 500

interface QueuedRead {
  reader: ReadCaller
}

/** The latest turns of so many organizations are remembered; one that is forgotten has its turn first. */
const MAX_REMEMBERED_TURNS = 10_000

/** Queues reads in a fair order: organizations take turns, and each has its own reads in the order they came. */
export class ReadQueue<W extends QueuedRead> {
  readonly #waitingByOrg = new Map<string | undefined, W[]>()
  /** The number of each organization's latest turn. */
  readonly #turnByOrg = new BoundedMap<string | undefined, number>(MAX_REMEMBERED_TURNS)
  #turn = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  /**
   * Throws TooManyReadsError when 50 of the organization wait, and StorageUnavailableError when 500 wait in all and one of
   * them is the organization's.
   */
  add(waiting: W): void {
    const own = this.#waitingByOrg.get(waiting.reader.orgId) ?? []
    // A read without a caller who can leave, such as a scan's, waits as long as it takes.
    if (own.length >= MAX_WAITING_OF_ORG && waiting.reader.untilLeft)
      throw new TooManyReadsError(MAX_WAITING_OF_ORG)
    if (this.#size >= MAX_WAITING && own.length > 0) {
      throw new StorageUnavailableError('Too many reads wait')
    }
    own.push(waiting)
    this.#waitingByOrg.set(waiting.reader.orgId, own)
    this.#size++
  }

  /** Returns the first read of the organization whose turn is longest ago, among those that may run, and keeps it. */
  next(mayRun: (orgId: string | undefined) => boolean): W | undefined {
    let chosen: { first: W | undefined; turn: number } | undefined
    for (const [orgId, [first]] of this.#waitingByOrg) {
      const turn = this.#turnByOrg.get(orgId) ?? 0
      if ((!chosen || turn < chosen.turn) && mayRun(orgId)) chosen = { first, turn }
    }
    return chosen?.first
  }

  /** Removes a read that is about to run; that was its organization's turn. */
  take(waiting: W): void {
    this.#turnByOrg.set(waiting.reader.orgId, ++this.#turn)
    this.forget(waiting)
  }

  /** Removes a read that nobody waits for any more. */
  forget(waiting: W): void {
    const own = this.#waitingByOrg.get(waiting.reader.orgId)
    const at = own?.indexOf(waiting) ?? -1
    if (!own || at < 0) return
    own.splice(at, 1)
    this.#size--
    if (own.length === 0) this.#waitingByOrg.delete(waiting.reader.orgId)
  }

  /** Removes and returns all reads. */
  clear(): W[] {
    const all = [...this.#waitingByOrg.values()].flat()
    this.#waitingByOrg.clear()
    this.#size = 0
    return all
  }
}
