import { phrasesOf, type Phrase } from './phrase.ts'
import { runsOf, stemsOf, wordsOf } from './words.ts'

/** A heading as it is searched; its words are read again once it is the best, which keeps a page small. */
interface Heading {
  text: string
  /** Distinct stems, each between two spaces. */
  stems: string
  length: number
}

interface PageHeadings {
  headings: readonly Heading[]
  meanLength: number
}

const MAX_HEADINGS = 100
const MAX_HEADING_CHARS = 300

/** Usual parameters of BM25. Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009. */
const SATURATION = 1.2
const LENGTH_SHARE = 0.75

/**
 * What part of a question a heading must cover, by weight: 1 is a heading of usual length with all of its words. One of
 * five words that are equally rare is enough, one of six only happens to be on the page.
 */
const MIN_COVER = 0.18

/** @NOTE a cache by lists that never change: whoever keeps one keeps what was read of it, and drops both. */
const pages = new WeakMap<readonly string[], PageHeadings>()

/**
 * What a question shares with the heading of its page that fits it best by BM25, as that heading writes it; null where
 * none covers enough of it. Of 100 headings at most; of equal ones the first.
 */
export function headingIn(headings: readonly string[], asked: ReadonlySet<string>): Phrase | null {
  if (headings.length === 0 || asked.size === 0) return null
  const page = pages.get(headings) ?? readHeadings(headings)
  pages.set(headings, page)
  const rarities = raritiesOn(page, asked)
  const best = bestHeading(page, rarities)
  return best && keyphrase(best, rarities)
}

function readHeadings(texts: readonly string[]): PageHeadings {
  const headings: Heading[] = []
  const seen = new Set<string>()
  let lengths = 0
  for (const text of texts.slice(0, MAX_HEADINGS)) {
    const read = text.slice(0, MAX_HEADING_CHARS)
    const distinct = new Set(stemsOf(read))
    const stems = ` ${[...distinct].join(' ')} `
    // Title and first heading are often the same, and so are those of repeated parts: they count once.
    if (distinct.size === 0 || seen.has(stems)) continue
    seen.add(stems)
    lengths += distinct.size
    headings.push({ text: read, stems, length: distinct.size })
  }
  return { headings, meanLength: lengths / Math.max(1, headings.length) }
}

const has = ({ stems }: Heading, stem: string): boolean => stems.includes(` ${stem} `)

/**
 * How much each stem tells one heading of the page from another. One that no heading has weighs as one that a single
 * heading has, and none weighs nothing, as a page may have a single heading.
 */
function raritiesOn({ headings }: PageHeadings, asked: ReadonlySet<string>): Map<string, number> {
  const rarities = new Map<string, number>()
  for (const stem of asked) {
    let count = 0
    for (const heading of headings) if (has(heading, stem)) count += 1
    rarities.set(stem, Math.log(1 + headings.length / Math.max(1, count)))
  }
  return rarities
}

/** The heading with the highest score, if it covers enough; of equal ones the first. */
function bestHeading(page: PageHeadings, rarities: ReadonlyMap<string, number>): Heading | null {
  const whole = [...rarities.values()].reduce((sum, rarity) => sum + rarity, 0)
  let best: Heading | null = null
  let bestScore = MIN_COVER * whole
  for (const heading of page.headings) {
    const score = scoreOf(heading, rarities) * norm(heading.length / page.meanLength)
    if (best === null ? score < bestScore : score <= bestScore) continue
    best = heading
    bestScore = score
  }
  return best
}

/** BM25 but for the length; each stem counts once, as the words of a heading hardly ever repeat. */
function scoreOf(heading: Heading, rarities: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [stem, rarity] of rarities) if (has(heading, stem)) sum += rarity
  return sum
}

/** What a word weighs in a heading of this length, where 1 is the mean of the page: less in a long one. */
const norm = (length: number): number =>
  (SATURATION + 1) / (1 + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length))

/** The longest stretch of words that were asked for; of equally long ones the rarest on the page, then the first. */
function keyphrase({ text }: Heading, rarities: ReadonlyMap<string, number>): Phrase | null {
  let best: Phrase | null = null
  let bestRank = 0
  for (const phrase of phrasesOf(runsOf(wordsOf(text)))) {
    const rank = rankOf(phrase.key.split(' '), rarities)
    if (rank <= bestRank) continue
    best = phrase
    bestRank = rank
  }
  return best
}

/** 0 where any of the stems was not asked for. Rarity never outweighs length: it is at most ln(101) a stem. */
function rankOf(stems: readonly string[], rarities: ReadonlyMap<string, number>): number {
  let rank = 0
  for (const stem of stems) {
    const rarity = rarities.get(stem)
    if (rarity === undefined) return 0
    rank += 100 + rarity
  }
  return rank
}
