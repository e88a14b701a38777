import { DAY_MS } from '../../../src/lib/time/clock.ts'
import type { EventBatch } from '../../../src/domain/events/new-event.ts'
import type { SqliteConnection } from '../connect.ts'

/**
 * The number in place of the day for ids of imported events, which are kept for as long as their site: no clock reaches
 * it.
 */
const IMPORTED = 1_000_000

/**
 * Recognises repeated events by their ids. Ids of live events are kept for today and the day before, as long as senders
 * repeat them; those of imported events are kept for good, since a file may be imported again in a year.
 */
export class EventDeduplicator {
  readonly #find
  readonly #insert

  constructor(connection: SqliteConnection) {
    this.#find = connection.prepare<[number, number, Buffer]>(
      'SELECT 1 FROM event_key WHERE arrival_day = ? AND site_num = ? AND event_key = ?',
    )
    this.#insert = connection.prepare<[number, number, Buffer]>(
      'INSERT INTO event_key (arrival_day, site_num, event_key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    )
  }

  /**
   * Stores the id of an event, given with its SHA-256; returns false where the event came before. A live event of these
   * days with the id of an imported one is the same event.
   */
  isNew(
    { source, receivedAt }: Pick<EventBatch, 'source' | 'receivedAt'>,
    siteNum: number,
    { eventId, digest }: { eventId: string; digest: Buffer },
  ): boolean {
    const key = keyOf(eventId, digest)
    const isImported = source !== 'live'
    if (isImported && this.#find.get(IMPORTED, siteNum, key)) return false
    const today = Math.floor(receivedAt / DAY_MS)
    if (this.#find.get(today - 1, siteNum, key)) return false
    if (this.#insert.run(today, siteNum, key).changes === 0) return false
    if (isImported) this.#insert.run(IMPORTED, siteNum, key)
    return true
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Returns the key by which an event is recognised. A UUID is its own key, so that those of version 7, which begin with
 * the time, lie together on a few pages of the disk. Any other id gives a hash, which is shorter than any UUID.
 */
function keyOf(eventId: string, digest: Buffer): Buffer {
  return UUID.test(eventId)
    ? Buffer.from(eventId.replaceAll('-', ''), 'hex')
    : digest.subarray(0, 12)
}
