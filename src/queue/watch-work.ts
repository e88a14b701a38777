import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../kernel/door/app-context.ts'
import { notOfStream, type ServerSentEvent } from '../kernel/door/server-sent-event.ts'

/** The milliseconds between two events, so that at most four are sent in a second. */
const MIN_INTERVAL_MS = 250
/** The milliseconds between two looks at work in another process; this process is notified. */
const POLL_MS = 1_000

/** Work of a job that can be watched: its row says how far it came. */
interface WatchedWork<Row> {
  /** The name of the work in `app.signals`. */
  id: string
  /** Finds the current row; undefined where it was deleted. */
  find(): Promise<Row | undefined>
  hasEnded(row: Row): boolean
  toEvent(row: Row): Omit<ServerSentEvent, 'id'>
}

/**
 * Returns the events of work: each of its changes once, at most four a second, and its end; undefined for a client who
 * has seen the end. Throws BAD_REQUEST for a last event id that is not the id of a change.
 */
export async function watchWork<Row extends { seq: number }>(
  { signals }: Pick<AppContext, 'signals'>,
  work: WatchedWork<Row>,
  found: Row,
  { lastEventId, signal }: { lastEventId: string | undefined; signal: AbortSignal },
): Promise<AsyncIterable<ServerSentEvent> | undefined> {
  const seen = seenOf(lastEventId, found)
  if (work.hasEnded(found) && seen === found.seq) return undefined
  return changes(signals, work, seen, signal)
}

/** Returns the number of the last change that a client saw, from its last event id. */
function seenOf(lastEventId: string | undefined, { seq }: { seq: number }): number {
  if (lastEventId === undefined) return 0
  if (!/^\d{1,9}$/.test(lastEventId)) throw notOfStream()
  // An id that is not reached yet is not ours, so the client counts as one that has seen all changes so far.
  return Math.min(Number(lastEventId), seq)
}

async function* changes<Row extends { seq: number }>(
  signals: AppContext['signals'],
  work: WatchedWork<Row>,
  lastSeen: number,
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  using watch = signals.watch(work.id)
  let seen = lastSeen
  while (!signal.aborted) {
    const row = await work.find()
    if (!row) return // it was deleted with its site
    const hasEnded = work.hasEnded(row)
    if (row.seq > seen || hasEnded) {
      seen = row.seq
      yield { id: String(row.seq), ...work.toEvent(row) }
    }
    if (hasEnded) return
    await sleep(MIN_INTERVAL_MS)
    await watch.next(POLL_MS, signal)
  }
}
