import { STOP_WORDS as DULL_WORDS } from '../topics/stop-words.ts'
import { compareKeys, type PhraseCandidate } from './phrase-candidates.ts'

export interface SiteStatistics {
  /** Pages of the site that were counted. */
  siteSize: number
  /** How many of them have the phrase among their candidates, by `PhraseCandidate.key`. */
  df: (key: string) => number
}

export interface Keyphrase {
  text: string
  /** From 0 to 1, the page's first phrase being 1. */
  weight: number
}

const MAX_KEYPHRASES = 10
/** By the number of words: more of them say more. Where no heading has them, they are more often an accident. */
const LENGTH_WEIGHT = [0, 1, 1.8, 2.1, 2.2]
const TEXT_LENGTH_WEIGHT = [0, 1, 1.4, 1.5, 1.5]
/** For phrases of nothing but words such as `part`, `page` or `number`. */
const DULL_WEIGHT = 0.3

/**
 * What a page is about, at most ten phrases, weightiest first: its candidates by occurrences and length, those that few
 * of the site's pages have above those that most have. Of two where one contains the other, the weightier stays.
 */
export function keyphrases(
  candidates: readonly PhraseCandidate[],
  site: SiteStatistics,
): Keyphrase[] {
  const weighed = candidates
    .map((candidate) => ({ ...candidate, weight: weightOf(candidate) * rarity(candidate, site) }))
    .toSorted((a, b) => b.weight - a.weight || compareKeys(a, b))
  const chosen: typeof weighed = []
  for (const candidate of weighed) {
    if (chosen.length === MAX_KEYPHRASES) break
    if (!chosen.some((other) => overlaps(other.key, candidate.key))) chosen.push(candidate)
  }
  const most = chosen[0]?.weight ?? 1
  return chosen.map(({ text, weight }) => ({ text, weight: rounded(weight / most) }))
}

/** Inverse document frequency, which stays above 0 so that a site of one page still has an order. */
function rarity({ key }: PhraseCandidate, { siteSize, df }: SiteStatistics): number {
  return Math.log(1 + Math.max(1, siteSize) / (1 + Math.max(0, df(key))))
}

function weightOf({ key, tf, words, isProminent }: PhraseCandidate): number {
  const byLength = isProminent ? LENGTH_WEIGHT : TEXT_LENGTH_WEIGHT
  const isDull = key.split(' ').every((word) => DULL_WORDS.has(word))
  return tf * (byLength[words] ?? 1) * (isDull ? DULL_WEIGHT : 1)
}

const overlaps = (a: string, b: string): boolean =>
  ` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `)

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
