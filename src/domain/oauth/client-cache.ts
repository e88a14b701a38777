import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { MINUTE_MS, type MonotonicClock } from '../../lib/time/clock.ts'
import { DocumentCache } from './document-cache.ts'
import type { KeySet } from './key-set.ts'
import type { OauthClient } from './oauth-client.ts'

const MAX_CLIENTS = 2_000

/** A cache, in this process alone, of the clients that publish themselves as documents, and of the keys of clients. */
export class ClientCache {
  readonly documents: DocumentCache<OauthClient>
  readonly keys: DocumentCache<KeySet>
  readonly #elapsed: MonotonicClock
  readonly #askedMs = new BoundedMap<string, number>(MAX_CLIENTS)

  constructor(elapsed: MonotonicClock) {
    this.#elapsed = elapsed
    this.documents = new DocumentCache(elapsed)
    this.keys = new DocumentCache(elapsed)
  }

  /**
   * True at most once a minute for each client, and while its keys are loading: then they may be asked for before they
   * expire.
   */
  mayAskForKeys(clientId: string, jwksUri: string): boolean {
    if (this.keys.isLoading(jwksUri)) return true
    const nowMs = this.#elapsed()
    const askedMs = this.#askedMs.get(clientId)
    if (askedMs !== undefined && nowMs - askedMs < MINUTE_MS) return false
    this.#askedMs.set(clientId, nowMs)
    return true
  }
}
