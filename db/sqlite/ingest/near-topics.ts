import {
  candidatesOf,
  nearestTopic,
  rowsPerPair,
  unreadPairs,
} from '../../../src/domain/topics/near-topic-rules.ts'
import type { SqliteConnection } from '../connect.ts'

/**
 * Finds a topic of a site that began with nearly the same question. Candidates share the rarest pairs of words with it;
 * the best of them are compared exactly. A search reads a few hundred rows and makes a few look-ups for each pair, and
 * caches nothing. It is made only inside the writer's transaction.
 */
export class NearTopics {
  readonly #under
  readonly #has
  readonly #size

  constructor(connection: SqliteConnection) {
    this.#under = connection
      .prepare<[number, number, number, number], number>(
        'SELECT topic_num FROM topic_bigram WHERE site_num = ? AND bigram = ? AND topic_num > ? ORDER BY topic_num LIMIT ?',
      )
      .pluck()
    this.#has = connection
      .prepare<[number, number, number], number>(
        'SELECT 1 FROM topic_bigram WHERE site_num = ? AND bigram = ? AND topic_num = ?',
      )
      .pluck()
    this.#size = connection
      .prepare<[number], number>('SELECT bigrams FROM topic WHERE num = ?')
      .pluck()
  }

  /**
   * Returns the number of the topic above `after` that began with the nearest question; null where none is near enough.
   */
  find(siteNum: number, bigrams: readonly number[], after: number): number | null {
    if (bigrams.length === 0) return null
    const most = rowsPerPair(bigrams.length)
    const met = bigrams.map((bigram) => ({
      bigram,
      topics: this.#under.all(siteNum, bigram, after, most),
    }))
    const unread = unreadPairs(met)
    const compared = candidatesOf(met).map(({ topic, shared }) => {
      const more = unread.filter((bigram) => this.#has.get(siteNum, bigram, topic) !== undefined)
      return { topic, common: shared + more.length, size: this.#size.get(topic) ?? 0 }
    })
    return nearestTopic(compared, bigrams.length)
  }
}
