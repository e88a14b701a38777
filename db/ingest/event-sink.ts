import type { BatchResult, EventBatch } from '../../src/domain/events/new-event.ts'

/** Where events go: the port that every engine fills in its own way. */
export interface EventSink {
  /**
   * Resolves once the batch is durable: its events, their ids, rollups, questions and topics in one transaction.
   * Throws StorageUnavailableError when nothing of it is stored.
   */
  write(batch: EventBatch): Promise<BatchResult>
  /**
   * Finds topics for some of the questions that were stored before there were any, in a transaction of its own; answers
   * how many it took.
   */
  assignTopics(limit: number): Promise<number>
  /** Writes what waits, and resolves once nothing is left. */
  drain(): Promise<void>
}
