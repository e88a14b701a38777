import { BoundedMap } from '../../../src/lib/cache/bounded-map.ts'
import type { VisitSource } from '../../../src/domain/events/visits.ts'
import type { SqliteConnection } from '../connect.ts'
import { returnedNum } from './returned-num.ts'
import { SiteRowLimit } from './site-row-limit.ts'

const MAX_CACHED = 100_000
/**
 * The most sources of a site that have a campaign, since visitors make up campaigns and may pair each with any
 * referrer.
 */
const MAX_CAMPAIGN_SOURCES = 20_000

const NO_SOURCE: VisitSource = { channel: 0, referrer: 0, arrival: 0, campaign: 0 }

/**
 * Gives the sources of a site's visits their numbers, mostly from memory. A source gets its number with the first visit
 * that has it, so there are never more sources than visits.
 */
export class VisitSources {
  readonly #nums = new BoundedMap<string, number>(MAX_CACHED)
  readonly #values = new BoundedMap<string, VisitSource>(MAX_CACHED)
  readonly #find
  readonly #insert
  readonly #read
  readonly #rows: SiteRowLimit

  constructor(connection: SqliteConnection) {
    this.#rows = new SiteRowLimit(connection, 'visit_source', MAX_CAMPAIGN_SOURCES, 'campaign <> 0')
    this.#find = connection
      .prepare<number[], number>(
        'SELECT num FROM visit_source WHERE site_num = ? AND channel = ? AND referrer = ? AND arrival = ? AND campaign = ?',
      )
      .pluck()
    this.#insert = connection
      .prepare<number[], number>(
        'INSERT INTO visit_source (site_num, num, channel, referrer, arrival, campaign) VALUES (?, (SELECT COALESCE(MAX(num), 0) + 1 FROM visit_source WHERE site_num = ?), ?, ?, ?, ?) RETURNING num',
      )
      .pluck()
    this.#read = connection.prepare<[number, number], VisitSource>(
      'SELECT channel, referrer, arrival, campaign FROM visit_source WHERE site_num = ? AND num = ?',
    )
  }

  /** Returns the number of a source, which is stored if it is new. */
  numOf(siteNum: number, source: VisitSource): number {
    const known = this.find(siteNum, source)
    if (known !== undefined) return known
    const values = valuesOf(source)
    const num = returnedNum(this.#insert.get(siteNum, siteNum, ...values))
    if (source.campaign !== 0) this.#rows.add(siteNum)
    this.#nums.set(keyOf(siteNum, values), num)
    this.#values.set(`${siteNum} ${num}`, source)
    return num
  }

  /** Returns the number of a source that is stored; undefined for any other. */
  find(siteNum: number, source: VisitSource): number | undefined {
    const values = valuesOf(source)
    const key = keyOf(siteNum, values)
    const known = this.#nums.get(key) ?? this.#find.get(siteNum, ...values)
    if (known !== undefined) this.#nums.set(key, known)
    return known
  }

  /** Returns true where the site may have one more source with a campaign. */
  hasRoom(siteNum: number): boolean {
    return this.#rows.hasRoom(siteNum)
  }

  valuesOf(siteNum: number, num: number): VisitSource {
    if (num === 0) return NO_SOURCE
    return this.#values.getOrMake(
      `${siteNum} ${num}`,
      () => this.#read.get(siteNum, num) ?? NO_SOURCE,
    )
  }

  /** Empties the cache; has to be called after a rollback, since numbers in it may never have been stored. */
  forget(): void {
    this.#nums.clear()
    this.#values.clear()
    this.#rows.forget()
  }
}

const valuesOf = ({ channel, referrer, arrival, campaign }: VisitSource): number[] => [
  channel,
  referrer,
  arrival,
  campaign,
]

const keyOf = (siteNum: number, values: readonly number[]): string =>
  `${siteNum} ${values.join(' ')}`
