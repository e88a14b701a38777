import { BoundedMap } from './bounded-map.ts'

/**
 * A bounded map whose entries end `lifetimeMs` after they were set. The caller gives the time, by one clock for all
 * calls; an entry that was set by a clock that was ahead counts as absent.
 */
export class ExpiringMap<K, V> {
  readonly #lifetimeMs: number
  readonly #entries: BoundedMap<K, { value: V; setAtMs: number }>

  constructor({ maxEntries, lifetimeMs }: { maxEntries: number; lifetimeMs: number }) {
    this.#lifetimeMs = lifetimeMs
    this.#entries = new BoundedMap(maxEntries)
  }

  get(key: K, nowMs: number): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    const ageMs = nowMs - entry.setAtMs
    return ageMs >= 0 && ageMs < this.#lifetimeMs ? entry.value : undefined
  }

  set(key: K, value: V, nowMs: number): void {
    this.#entries.set(key, { value, setAtMs: nowMs })
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }
}
