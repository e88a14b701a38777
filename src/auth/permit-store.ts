import type { PermitBlock } from '../../db/sqlite/permit-store.ts'

/** Keeps what a rate limiter must not forget when its process is killed. It is a port, with one process per store. */
export interface PermitStore {
  /** Sets permits aside, durable against a process kill when it returns. Throws StorageUnavailableError when it cannot. */
  reserve(bucket: string, usableUntilMs: number, permits: number): void
  /**
   * Sets permits aside, durable once the event loop has turned, for a caller that answers later than that: many blocks
   * share one write. Throws StorageUnavailableError after a write that failed, until the waiting blocks are written.
   */
  reserveSoon(bucket: string, usableUntilMs: number, permits: number): void
  /** Blocks with `usableUntilMs` at or after `sinceMs`, oldest first. */
  recent(sinceMs: number): PermitBlock[]
  /** Puts `rows` in the place of everything stored, at once. Throws StorageUnavailableError. */
  replace(rows: readonly PermitBlock[]): void
  /** The milliseconds by which the clock was ahead of the stored times. */
  aheadMs(): number
  /** Keeps what `aheadMs` answers, an integer. Throws StorageUnavailableError. */
  noteAhead(aheadMs: number): void
  /** Deletes blocks with `usableUntilMs` before `beforeMs`. Throws StorageUnavailableError. */
  forget(beforeMs: number): void
  close(): void
}
