import { titleSubject } from './title-subject.ts'
import { phrasesIn, type Phrase } from './phrases.ts'
import { contentWordRuns, contentStems, questionWords } from './question-words.ts'

/**
 * A heading in the form that is searched. Its words are read again once it is the best one, so that a page stays small
 * in memory.
 */
interface Heading {
  text: string
  /** The distinct stems of the heading, each between two spaces. */
  stems: string
  length: number
}

interface ReadHeadings {
  headings: readonly Heading[]
  meanLength: number
}

/** The title and headings of a page; their words are read once, with the first question that is compared with them. */
export class HeadingIndex {
  /** The title of the page, then its headings. */
  readonly texts: readonly string[]
  /** The language that the page states, by its two or three letters. */
  readonly language: string | undefined
  #read: ReadHeadings | undefined

  constructor(texts: readonly string[], language?: string) {
    this.texts = texts
    this.language = language
  }

  get read(): ReadHeadings {
    return (this.#read ??= readHeadings(this.texts, this.language ?? 'en'))
  }
}

const MAX_HEADINGS = 100
const MAX_HEADING_CHARS = 300

/**
 * Parameters of BM25, with their usual values. Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework",
 * 2009.
 */
const SATURATION = 1.2
const LENGTH_SHARE = 0.75

/**
 * The least share of a question, by weight, that a heading must cover; 1 is a heading of usual length with all of its
 * words. One of five equally rare words is enough; one of six is there by chance.
 */
const MIN_COVER = 0.18

/**
 * Finds the heading that fits a question best by BM25, and returns the words that both share, as the heading writes
 * them; null when no heading covers enough of the question. Reads at most 100 headings; the first of equal ones wins.
 */
export function headingIn(index: HeadingIndex, asked: ReadonlySet<string>): Phrase | null {
  if (asked.size === 0) return null
  const rarities = stemRarities(index.read, asked)
  const best = bestHeading(index.read, rarities)
  return best && keyphrase(best, rarities, index.language ?? 'en')
}

function readHeadings(texts: readonly string[], language: string): ReadHeadings {
  const headings: Heading[] = []
  const seen = new Set<string>()
  let lengths = 0
  for (const text of texts.slice(0, MAX_HEADINGS)) {
    const read = text.slice(0, MAX_HEADING_CHARS)
    const distinct = new Set(contentStems(read, language))
    const stems = ` ${[...distinct].join(' ')} `
    // The title often equals the first heading, and repeated parts repeat theirs: equal headings count once.
    if (distinct.size === 0 || seen.has(stems)) continue
    seen.add(stems)
    lengths += distinct.size
    headings.push({ text: read, stems, length: distinct.size })
  }
  return { headings, meanLength: lengths / Math.max(1, headings.length) }
}

const has = ({ stems }: Heading, stem: string): boolean => stems.includes(` ${stem} `)

/**
 * Computes the inverse document frequency of each stem among the headings. A stem that no heading has weighs like one
 * that a single heading has. Every weight is above zero, since a page may have a single heading.
 */
function stemRarities({ headings }: ReadHeadings, asked: ReadonlySet<string>): Map<string, number> {
  const rarities = new Map<string, number>()
  for (const stem of asked) {
    let count = 0
    for (const heading of headings) if (has(heading, stem)) count += 1
    rarities.set(stem, Math.log(1 + headings.length / Math.max(1, count)))
  }
  return rarities
}

/** Finds the heading with the highest score, if it covers enough; the first of equal ones. */
function bestHeading(page: ReadHeadings, rarities: ReadonlyMap<string, number>): Heading | null {
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

/**
 * Computes the BM25 score without its norm of length; each stem counts once, since headings hardly ever repeat a word.
 */
function scoreOf(heading: Heading, rarities: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [stem, rarity] of rarities) if (has(heading, stem)) sum += rarity
  return sum
}

/** Returns the BM25 norm of a length: 1 for a heading of mean length, less for a longer one. */
const norm = (length: number): number =>
  (SATURATION + 1) / (1 + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length))

/**
 * Finds the longest run of a heading's words that the question has; of equally long ones the rarest on the page, then
 * the first.
 */
function keyphrase(
  { text }: Heading,
  rarities: ReadonlyMap<string, number>,
  language: string,
): Phrase | null {
  let best: Phrase | null = null
  let bestRank = 0
  const words = questionWords(text, language)
  for (const phrase of phrasesIn(words, contentWordRuns(words), language)) {
    const rank = rankOf(phrase, rarities)
    if (rank <= bestRank) continue
    best = { ...phrase, isAlone: true }
    bestRank = rank
  }
  // A heading that is met by its verb alone is about its noun.
  return best?.isNoun === false ? (titleSubject(text, language) ?? best) : best
}

/**
 * Returns the rank of a run of words; 0 when a stem is not in the question. Rarity never outweighs length: it is at
 * most ln(101) for each stem. A noun phrase ranks above all others.
 */
function rankOf({ key, isNoun }: Phrase, rarities: ReadonlyMap<string, number>): number {
  let rank = isNoun ? 10_000 : 0
  for (const stem of key.split(' ')) {
    const rarity = rarities.get(stem)
    if (rarity === undefined) return 0
    rank += 100 + rarity
  }
  return rank
}
