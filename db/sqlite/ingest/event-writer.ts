import { BoundedMap } from '../../../src/lib/cache/bounded-map.ts'
import type { EventBatch } from '../../../src/domain/events/new-event.ts'
import type { SqliteConnection } from '../connect.ts'

interface EventKey {
  siteNum: number
  at: number
  /**
   * A hash of the event's id, by which an imported event gets its place among those of its site and millisecond: the
   * same history lands on the same key.
   */
  digest: Buffer
}

/** The most sites whose latest place is remembered; for another site the first free place is found by trying. */
const MAX_SITES = 10_000

/** Writes the rows of `event`, and finds for each event its place (`seq`) among those of its site and millisecond. */
export class EventWriter {
  readonly #insert
  /**
   * The place behind that of a site's latest live event: a clock that was set back gives the same time to many events.
   */
  readonly #next = new BoundedMap<number, { at: number; place: number }>(MAX_SITES)

  constructor(connection: SqliteConnection) {
    this.#insert = connection.prepare(
      'INSERT INTO event (site_num, at, seq, kind, visitor, page_num, engine, referrer, country, device, facet, visit) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (site_num, at, seq) DO NOTHING',
    )
  }

  /**
   * Stores an event and returns its `seq`; undefined where an imported event is stored already. A live event is known
   * to be new and takes the first free place, which is 0 for nearly all and takes no room. A question is named by its
   * time and place on all sites, so it gets a place of its own, as an imported event does.
   */
  store(
    { siteNum, at, digest }: EventKey,
    rest: readonly unknown[],
    { source, isQuestion }: { source: EventBatch['source']; isQuestion: boolean },
  ): number | undefined {
    const insert = (place: number) => this.#insert.run(siteNum, at, place, ...rest).changes > 0
    if (source === 'history' || isQuestion) {
      const own = digest.readUInt32BE(16)
      if (source === 'history') return insert(own) ? own : undefined
      return firstOf(own, insert)
    }
    const next = this.#next.get(siteNum)
    const place = firstOf(next?.at === at ? next.place : 0, insert)
    this.#next.set(siteNum, { at, place: place + 1 })
    return place
  }
}

function firstOf(from: number, isFree: (place: number) => boolean): number {
  let place = from
  while (!isFree(place)) place++
  return place
}
