/** The least share of pairs of words that two questions about the same have in common. */
const MIN_JACCARD = 0.5

/**
 * The most rows that are read for one question, over all of its pairs, however many topics share them: a reader chooses
 * the pairs, and everybody else waits for the transaction.
 */
const MAX_ROWS = 320
/** The most topics that are compared pair by pair. */
const MAX_CANDIDATES = 4

/** The topics that began with one pair of a question, the oldest first; as many as `rowsPerPair` allows. */
export interface TopicsOfPair {
  bigram: number
  topics: readonly number[]
}

/**
 * A topic that may be near to a question, with the number of pairs that the two share, among the pairs that were read
 * whole.
 */
export interface Candidate {
  topic: number
  shared: number
}

/** A candidate with all the pairs that it shares with the question, and how many it began with. */
export interface ComparedTopic {
  topic: number
  common: number
  size: number
}

/** Returns how many topics are read under each pair, for this number of pairs. */
export const rowsPerPair = (pairs: number): number => Math.max(2, Math.floor(MAX_ROWS / pairs))

/**
 * Returns the pairs under which there may be more topics than were read: such pairs say little, and were read in part.
 */
export const unreadPairs = (met: readonly TopicsOfPair[]): number[] =>
  met.filter((one) => !isWhole(one, met.length)).map(({ bigram }) => bigram)

const isWhole = ({ topics }: TopicsOfPair, pairs: number): boolean =>
  topics.length < rowsPerPair(pairs)

/** Returns the topics that were met most often, first those under pairs that were read whole; of equals the oldest. */
export function candidatesOf(met: readonly TopicsOfPair[]): Candidate[] {
  const seen = new Map<number, Candidate & { inPart: number }>()
  for (const one of met) {
    const whole = isWhole(one, met.length)
    for (const topic of one.topics) {
      const candidate = seen.get(topic) ?? { topic, shared: 0, inPart: 0 }
      if (whole) candidate.shared += 1
      else candidate.inPart += 1
      seen.set(topic, candidate)
    }
  }
  return [...seen.values()]
    .toSorted((a, b) => b.shared - a.shared || b.inPart - a.inPart || a.topic - b.topic)
    .slice(0, MAX_CANDIDATES)
}

/**
 * Returns the topic nearest to a question with this number of pairs, if one is near enough; of equally near ones the
 * oldest.
 */
export function nearestTopic(compared: readonly ComparedTopic[], pairs: number): number | null {
  let nearest: number | null = null
  let best = 0
  for (const { topic, common, size } of compared) {
    const jaccard = common / (pairs + size - common)
    if (jaccard < MIN_JACCARD || jaccard < best) continue
    if (jaccard === best && nearest !== null && nearest < topic) continue
    nearest = topic
    best = jaccard
  }
  return nearest
}
