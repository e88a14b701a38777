/** Below the 3,000 requests a minute that one key may make. */
const REQUESTS_PER_KEY = 2_500

export function countKeysNeeded(requests: number): number {
  return Math.ceil(requests / REQUESTS_PER_KEY) + 1
}

/**
 * Hands out a key per request and moves on to a fresh one before the limiter would refuse.
 * The returned function throws when all keys are used up.
 */
export function makeKeyRing(keys: readonly string[]): () => string {
  let taken = 0
  return () => {
    const key = keys[Math.floor(taken / REQUESTS_PER_KEY)]
    if (key === undefined) throw new Error(`All ${keys.length} keys are used up`)
    taken++
    return key
  }
}
