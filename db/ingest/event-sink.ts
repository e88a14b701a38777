import type { BatchResult, EventBatch } from '../../src/domain/events/new-event.ts'

/** The port that stores events; every engine implements it in its own way. */
export interface EventSink {
  /**
   * Resolves once the batch is durable: its events, their ids, rollups, questions and topics in one transaction.
   * Throws StorageUnavailableError when nothing of it is stored.
   */
  write(batch: EventBatch): Promise<BatchResult>
  /**
   * Finds topics for some of the questions that were stored before topics existed, in a transaction of its own;
   * returns the number of those questions.
   */
  assignTopics(limit: number): Promise<number>
  /** Writes the waiting batches, and resolves once none is left. */
  drain(): Promise<void>
}
