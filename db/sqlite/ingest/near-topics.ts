import type { SqliteConnection } from '../connect.ts'

/** Questions that share half of their pairs of words, or more, are about the same. */
const MIN_JACCARD = 0.5

/**
 * Rows that are read for one question, over all of its pairs, however many topics share them: a reader chooses the
 * pairs, and everybody else waits for the transaction.
 */
const MAX_ROWS = 320
/** Topics that are compared pair by pair. */
const MAX_CANDIDATES = 4

/** What is known of a topic after the first look. */
interface Candidate {
  num: number
  /** Pairs that it was met under. */
  shared: number
}

/**
 * Finds the topic that began with nearly the same question. Candidates are met under the rarest pairs of words, as pairs
 * that many topics have say little and are read in part; the best of them are then compared exactly. Costs at most
 * `MAX_ROWS` rows and `MAX_CANDIDATES` look-ups a pair. Used only inside the writer's transaction, and without memory.
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

  /** The nearest topic after the number `after`, if one is near enough; of equally near ones the oldest. */
  find(siteNum: number, bigrams: readonly number[], after: number): number | null {
    if (bigrams.length === 0) return null
    const most = Math.max(2, Math.floor(MAX_ROWS / bigrams.length))
    const met = bigrams.map((bigram) => this.#under.all(siteNum, bigram, after, most))
    const isWhole = (nums: readonly number[]): boolean => nums.length < most
    const unread = bigrams.filter((_, i) => !isWhole(met[i] ?? []))
    let nearest: number | null = null
    let best = 0
    for (const { num, shared } of candidatesOf(met, isWhole)) {
      const more = unread.filter((bigram) => this.#has.get(siteNum, bigram, num) !== undefined)
      const common = shared + more.length
      const jaccard = common / (bigrams.length + (this.#size.get(num) ?? 0) - common)
      if (jaccard < MIN_JACCARD || jaccard < best) continue
      if (jaccard === best && nearest !== null && nearest < num) continue
      nearest = num
      best = jaccard
    }
    return nearest
  }
}

/** The topics that were met most often, under pairs that were read whole first; of equals the oldest. */
function candidatesOf(
  met: readonly (readonly number[])[],
  isWhole: (nums: readonly number[]) => boolean,
): Candidate[] {
  const seen = new Map<number, Candidate & { inPart: number }>()
  for (const nums of met) {
    const whole = isWhole(nums)
    for (const num of nums) {
      const candidate = seen.get(num) ?? { num, shared: 0, inPart: 0 }
      if (whole) candidate.shared += 1
      else candidate.inPart += 1
      seen.set(num, candidate)
    }
  }
  return [...seen.values()]
    .toSorted((a, b) => b.shared - a.shared || b.inPart - a.inPart || a.num - b.num)
    .slice(0, MAX_CANDIDATES)
}
