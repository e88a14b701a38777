import type { BatchResult, EventBatch } from '../../src/domain/events/new-event.ts'

export interface EventSinkState {
  waiting: number
  /** The most events that may wait to be stored. */
  mostWaiting: number
  /** Milliseconds since the last group of events that could not be stored; undefined once a later group was stored. */
  failedAgoMs: number | undefined
  /** The number of events since the process began, by outcome. */
  counts: Readonly<BatchResult>
  /** The number of groups since the process began that could not be stored; their senders got an error. */
  failedGroups: number
}

/** The port that stores events; each engine implements it in its own way. */
export interface EventSink {
  /** Returns how many events wait, and whether the last group could be stored. */
  state(): EventSinkState
  /**
   * Stores a batch, and resolves once it is durable: its events, their ids, rollups, questions and topics in one
   * transaction. Throws StorageUnavailableError where nothing of the batch is stored.
   */
  write(batch: EventBatch): Promise<BatchResult>
  /**
   * Finds wordings, and with them topics, for some of the questions that were stored before there were wordings, in a
   * transaction of its own; returns the number of these questions.
   */
  findWordings(limit: number): Promise<number>
  /** Stores the waiting batches, and resolves once none is left. */
  drain(): Promise<void>
}
