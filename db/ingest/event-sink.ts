import type { BatchResult, EventBatch } from '../../src/domain/events/new-event.ts'

export interface EventSinkState {
  waiting: number
  /** The most events that may wait. */
  mostWaiting: number
  /** Milliseconds since the last group that could not be stored; undefined once a later group was stored. */
  failedAgoMs: number | undefined
  /** The number of events by outcome since the process began. */
  counts: Readonly<BatchResult>
  /** The number of groups since then that could not be stored; their senders got an error. */
  failedGroups: number
}

/** The port that stores events; every engine implements it in its own way. */
export interface EventSink {
  /** Returns how far the sink is behind, and whether it can store anything. */
  state(): EventSinkState
  /**
   * Resolves once the batch is durable: its events, their ids, rollups, questions and topics in one transaction.
   * Throws StorageUnavailableError when nothing of it is stored.
   */
  write(batch: EventBatch): Promise<BatchResult>
  /**
   * Finds wordings, and with them topics, for some of the questions that were stored before there were any, in a transaction of its own;
   * returns the number of those questions.
   */
  findWordings(limit: number): Promise<number>
  /** Writes the waiting batches, and resolves once none is left. */
  drain(): Promise<void>
}
