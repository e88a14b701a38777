import { BoundedMap } from '../../../src/lib/cache/bounded-map.ts'
import type { VisitSource } from '../../../src/domain/events/visits.ts'
import type { SqliteConnection } from '../connect.ts'
import { returnedNum } from './returned-num.ts'

const MAX_CACHED = 100_000

const NO_SOURCE: VisitSource = { channel: 0, referrer: 0, arrival: 0 }

/**
 * Gives the sources of a site's visits their numbers, mostly from memory. A source without a number is one that no visit had
 * before, so there are never more of them than visits.
 */
export class VisitSources {
  readonly #nums = new BoundedMap<string, number>(MAX_CACHED)
  readonly #values = new BoundedMap<string, VisitSource>(MAX_CACHED)
  readonly #find
  readonly #insert
  readonly #read

  constructor(connection: SqliteConnection) {
    this.#find = connection
      .prepare<number[], number>(
        'SELECT num FROM visit_source WHERE site_num = ? AND channel = ? AND referrer = ? AND arrival = ?',
      )
      .pluck()
    this.#insert = connection
      .prepare<number[], number>(
        'INSERT INTO visit_source (site_num, num, channel, referrer, arrival) VALUES (?, (SELECT COALESCE(MAX(num), 0) + 1 FROM visit_source WHERE site_num = ?), ?, ?, ?) RETURNING num',
      )
      .pluck()
    this.#read = connection.prepare<[number, number], VisitSource>(
      'SELECT channel, referrer, arrival FROM visit_source WHERE site_num = ? AND num = ?',
    )
  }

  /** Returns the number of a source, which is stored with its first visit. */
  numOf(siteNum: number, source: VisitSource): number {
    const values = [source.channel, source.referrer, source.arrival]
    return this.#nums.getOrMake([siteNum, ...values].join(' '), () => {
      const found = this.#find.get(siteNum, ...values)
      const num = found ?? returnedNum(this.#insert.get(siteNum, siteNum, ...values))
      this.#values.set(`${siteNum} ${num}`, source)
      return num
    })
  }

  valuesOf(siteNum: number, num: number): VisitSource {
    if (num === 0) return NO_SOURCE
    return this.#values.getOrMake(
      `${siteNum} ${num}`,
      () => this.#read.get(siteNum, num) ?? NO_SOURCE,
    )
  }

  /** Empties the cache; called after a rollback, since numbers in it may never have been stored. */
  forget(): void {
    this.#nums.clear()
    this.#values.clear()
  }
}
