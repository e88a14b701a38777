import { DAY_MS } from '../../../src/lib/time/clock.ts'
import type { SqliteConnection } from '../connect.ts'

/** Which live events came before: their ids are remembered for today and the day before, the life of a retry. */
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

  /** Notes an event, by its id and the SHA-256 of that; false where it came before. */
  isFirst(
    siteNum: number,
    event: { eventId: string; digest: Buffer },
    receivedAt: number,
  ): boolean {
    const key = keyOf(event.eventId, event.digest)
    const today = Math.floor(receivedAt / DAY_MS)
    if (this.#find.get(today - 1, siteNum, key)) return false
    return this.#insert.run(today, siteNum, key).changes > 0
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * What an event is recognised by. A UUID is kept as it is, so that those of version 7, which begin with the time,
 * lie together on a few pages of the disk; any other id by its hash, which is shorter than a UUID and so never one.
 */
function keyOf(eventId: string, digest: Buffer): Buffer {
  return UUID.test(eventId)
    ? Buffer.from(eventId.replaceAll('-', ''), 'hex')
    : digest.subarray(0, 12)
}
