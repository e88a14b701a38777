import { ServiceError } from '../kernel/door/errors.ts'
import { KeyedQueue } from '../lib/concurrency/keyed-queue.ts'

/** The most calls of one address that are in work at once; further ones wait. */
const MAX_IN_WORK = 2
/** The most waiting calls of one address: an office behind one address asks this much at once, and no more. */
const MAX_WAITING = 50
/** The most waiting calls of all addresses together. */
const MAX_WAITING_OF_ALL = 2_000

const RETRY_AFTER_SECONDS = 2

/**
 * Bounds the calls that one caller has in work at once. The caller is an address, and the calls are those that no
 * credential counts. The next call of a caller begins in a later turn of the event loop than the one before it, so that
 * others are answered in between.
 */
export class AddressWork {
  readonly #queue = new KeyedQueue({
    concurrencyOfKey: MAX_IN_WORK,
    waiting: { ofKey: MAX_WAITING, ofAll: MAX_WAITING_OF_ALL, refuse },
  })

  /**
   * Resolves when the caller may begin one more call, which ends with the disposal of the result. The place of a call
   * is given away in a later turn of the event loop where another call waits for it. Rejects with RATE_LIMITED where
   * too many of the caller's calls wait, with UNAVAILABLE where too many of all callers do.
   */
  async begin(caller: string): Promise<Disposable> {
    const place = await this.#queue.begin({ key: caller })
    const end = (): void => place[Symbol.dispose]()
    return {
      [Symbol.dispose]: () => {
        if (this.#queue.waitingOf(caller) > 0) setImmediate(end)
        else end()
      },
    }
  }
}

function refuse(full: 'key' | 'all'): ServiceError {
  const options = { retryAfterSeconds: RETRY_AFTER_SECONDS }
  return full === 'key'
    ? new ServiceError(
        'RATE_LIMITED',
        'Too many calls at once; wait for the answers to those under way',
        options,
      )
    : new ServiceError('UNAVAILABLE', 'Too many calls wait; try again shortly', options)
}
