import { STOP_WORDS as GENERIC_WORDS } from '../topics/stop-words.ts'
import { compareKeys, type PhraseCandidate } from './phrase-candidates.ts'

export interface SiteStatistics {
  /** The number of pages of the site that were counted. */
  siteSize: number
  /**
   * Returns the document frequency of a key (`PhraseCandidate.key`): the number of counted pages with that phrase among
   * their candidates.
   */
  df: (key: string) => number
}

export interface Keyphrase {
  text: string
  /** A weight from 0 to 1; the first phrase of a page has 1. */
  weight: number
}

const MAX_KEYPHRASES = 10
/**
 * The weight of a phrase by its number of words: longer phrases say more, but outside of headings they are more often
 * an accident.
 */
const LENGTH_WEIGHT = [0, 1, 1.8, 2.1, 2.2]
const TEXT_LENGTH_WEIGHT = [0, 1, 1.4, 1.5, 1.5]
/** Weight of phrases made only of generic words such as `part`, `page` or `number`. */
const GENERIC_WEIGHT = 0.3

/**
 * Finds what a page is about: at most ten phrases, heaviest first. Candidates are weighted by occurrences, length and
 * inverse document frequency over the site. Of two where one contains the other, the heavier stays.
 */
export function keyphrases(
  candidates: readonly PhraseCandidate[],
  site: SiteStatistics,
): Keyphrase[] {
  const weights = Float64Array.from(
    candidates,
    (candidate) => weightOf(candidate) * inverseDocumentFrequency(candidate, site),
  )
  const chosen: Choice[] = []
  // Ten are found after few candidates, so searching the next one is cheaper than sorting all of them.
  while (chosen.length < MAX_KEYPHRASES) {
    const next = heaviest(candidates, weights)
    if (next === undefined) break
    weights[next.index] = TAKEN
    if (!chosen.some(({ padded }) => overlaps(padded, next.padded))) chosen.push(next)
  }
  const most = chosen[0]?.weight ?? 1
  return chosen.map(({ text, weight }) => ({ text, weight: roundWeight(weight / most) }))
}

interface Choice {
  index: number
  text: string
  /** The key with a space on both sides. */
  padded: string
  weight: number
}

/** The weight of a candidate that was chosen, lower than every other weight. */
const TAKEN = -1

function heaviest(
  candidates: readonly PhraseCandidate[],
  weights: Float64Array,
): Choice | undefined {
  let best: PhraseCandidate | undefined
  let index = -1
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i]
    const weight = weights[i] ?? TAKEN
    if (candidate === undefined || weight === TAKEN) continue
    const most = weights[index] ?? TAKEN
    if (weight < most || (weight === most && best && compareKeys(candidate, best) > 0)) continue
    best = candidate
    index = i
  }
  const weight = weights[index] ?? TAKEN
  return best && { index, text: best.text, padded: ` ${best.key} `, weight }
}

/**
 * Computes the inverse document frequency of a phrase, smoothed to stay above 0, so that a site of one page still has
 * an order.
 */
function inverseDocumentFrequency(
  { key }: PhraseCandidate,
  { siteSize, df }: SiteStatistics,
): number {
  return Math.log(1 + Math.max(1, siteSize) / (1 + Math.max(0, df(key))))
}

function weightOf({ key, tf, words, isProminent }: PhraseCandidate): number {
  const byLength = isProminent ? LENGTH_WEIGHT : TEXT_LENGTH_WEIGHT
  const isGeneric =
    words === 1 ? GENERIC_WORDS.has(key) : key.split(' ').every((word) => GENERIC_WORDS.has(word))
  return tf * (byLength[words] ?? 1) * (isGeneric ? GENERIC_WEIGHT : 1)
}

const overlaps = (a: string, b: string): boolean => a.includes(b) || b.includes(a)

const roundWeight = (value: number): number => Math.round(value * 1_000) / 1_000
