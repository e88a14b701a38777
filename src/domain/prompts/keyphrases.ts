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
  const weights = Float64Array.from(
    candidates,
    (candidate) => weightOf(candidate) * rarity(candidate, site),
  )
  const chosen: Choice[] = []
  // Few are looked at before ten are found, so the next one is looked for rather than all of them put in order.
  while (chosen.length < MAX_KEYPHRASES) {
    const next = weightiest(candidates, weights)
    if (next === undefined) break
    weights[next.index] = TAKEN
    if (!chosen.some(({ padded }) => overlaps(padded, next.padded))) chosen.push(next)
  }
  const most = chosen[0]?.weight ?? 1
  return chosen.map(({ text, weight }) => ({ text, weight: rounded(weight / most) }))
}

interface Choice {
  index: number
  text: string
  /** The key between two spaces. */
  padded: string
  weight: number
}

/** Below every weight. */
const TAKEN = -1

function weightiest(
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

/** Inverse document frequency, which stays above 0 so that a site of one page still has an order. */
function rarity({ key }: PhraseCandidate, { siteSize, df }: SiteStatistics): number {
  return Math.log(1 + Math.max(1, siteSize) / (1 + Math.max(0, df(key))))
}

function weightOf({ key, tf, words, isProminent }: PhraseCandidate): number {
  const byLength = isProminent ? LENGTH_WEIGHT : TEXT_LENGTH_WEIGHT
  const isDull =
    words === 1 ? DULL_WORDS.has(key) : key.split(' ').every((word) => DULL_WORDS.has(word))
  return tf * (byLength[words] ?? 1) * (isDull ? DULL_WEIGHT : 1)
}

const overlaps = (a: string, b: string): boolean => a.includes(b) || b.includes(a)

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
