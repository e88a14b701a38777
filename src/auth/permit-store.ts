import type { PermitBlock } from '../../db/sqlite/permit-store.ts'

/**
 * Keeps the permits that a rate limiter has set aside, so that it still knows them after its process was killed. It is
 * a port, with one process per store.
 */
export interface PermitStore {
  /** Sets permits aside, durable against a process kill when it returns. Throws StorageUnavailableError when it cannot. */
  reserve(bucket: string, usableUntilMs: number, permits: number): void
  /**
   * Sets permits aside, durable once the event loop has turned, for a caller that answers later than that: many blocks
   * share one write. Throws StorageUnavailableError after a write that failed, until the waiting blocks are written.
   */
  reserveSoon(bucket: string, usableUntilMs: number, permits: number): void
  /** Returns the blocks with `usableUntilMs` at or after `sinceMs`, oldest first. */
  recent(sinceMs: number): PermitBlock[]
  /** Puts `rows` in the place of everything stored, at once. Throws StorageUnavailableError. */
  replace(rows: readonly PermitBlock[]): void
  /** Returns the milliseconds by which the clock was ahead of the stored times. */
  aheadMs(): number
  /** Stores the milliseconds that `aheadMs` returns, an integer. Throws StorageUnavailableError. */
  noteAhead(aheadMs: number): void
  /** Deletes blocks with `usableUntilMs` before `beforeMs`. Throws StorageUnavailableError. */
  forget(beforeMs: number): void
  close(): void
}
