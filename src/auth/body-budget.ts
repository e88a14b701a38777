import { ServiceError } from '../kernel/door/errors.ts'

const MEBIBYTE = 1_024 * 1_024

/** The most bytes that one caller may hold: three bulk imports at once. */
const MAX_BYTES_OF_CALLER = 16 * MEBIBYTE
/** The most bytes that all callers together may hold: the room that a machine of 512 MB has left. */
const MAX_BYTES = 64 * MEBIBYTE
/** The bytes up to which a caller has room even when bulk work fills the rest: an MCP message fits. */
const SMALL_BYTES = MEBIBYTE / 2
/** The bytes that bulk work leaves to callers who hold at most `SMALL_BYTES`. */
const BYTES_FOR_SMALL = 16 * MEBIBYTE

const RETRY_AFTER_SECONDS = 2

/**
 * Counts the bytes of bodies that are held in memory, from their arrival until they are answered; a request that finds
 * no room is refused at once.
 */
export class BodyBudget {
  readonly #heldBy = new Map<string, number>()
  #held = 0

  /** Opens the account of one request. `caller` is a credential's id or a pseudonym of an address. */
  open(caller: string): BodyAccount {
    return new BodyAccount(this, caller)
  }

  /**
   * Counts bytes as held by a caller, or returns a refusal and counts nothing: RATE_LIMITED when the caller holds too
   * much, UNAVAILABLE when all callers together do.
   */
  take(caller: string, bytes: number): ServiceError | undefined {
    const own = (this.#heldBy.get(caller) ?? 0) + bytes
    const all = this.#held + bytes
    if (own > MAX_BYTES_OF_CALLER) {
      return new ServiceError(
        'RATE_LIMITED',
        `More than ${MAX_BYTES_OF_CALLER} bytes of bodies at once; wait for the answers to those under way`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      )
    }
    if (all > (own <= SMALL_BYTES ? MAX_BYTES : MAX_BYTES - BYTES_FOR_SMALL)) {
      return new ServiceError('UNAVAILABLE', 'Too many bodies at once; try again shortly', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    }
    this.#heldBy.set(caller, own)
    this.#held = all
    return undefined
  }

  /** Gives back bytes that `take` counted. */
  release(caller: string, bytes: number): void {
    this.#held -= bytes
    const left = (this.#heldBy.get(caller) ?? 0) - bytes
    if (left > 0) this.#heldBy.set(caller, left)
    else this.#heldBy.delete(caller)
  }
}

/** Counts what one request holds, and gives it back when it is disposed of. */
export class BodyAccount implements Disposable {
  readonly #budget: BodyBudget
  readonly #caller: string
  #bytes = 0

  constructor(budget: BodyBudget, caller: string) {
    this.#budget = budget
    this.#caller = caller
  }

  /** Counts bytes of the request, or returns a refusal, as `BodyBudget.take` does. */
  take(bytes: number): ServiceError | undefined {
    const refusal = this.#budget.take(this.#caller, bytes)
    if (!refusal) this.#bytes += bytes
    return refusal
  }

  [Symbol.dispose](): void {
    if (this.#bytes > 0) this.#budget.release(this.#caller, this.#bytes)
    this.#bytes = 0
  }
}
