import type { RarePages } from './rare-words.ts'
import type { PassageHit } from '../../../db/search/search-passages.ts'
import { normaliseCjkRuns, removeCjkRuns } from '../../domain/search/cjk-segmentation.ts'
import { FuzzyTerms } from './fuzzy-terms.ts'
import { FoundTitles } from './list-pages.ts'

export interface RankedPage {
  id: string
  title: string
  url: string
  /**
   * The rank, from 0 to 2.5: the score of the best passage among all, plus the share of the search in its best
   * sentence, plus up to 0.5 for title and path.
   */
  value: number
  /**
   * The share of the search's words, from 0 to 1, that the page's title, its path and its best passage have together.
   */
  coverage: number
  /** The number of words of the search that no other page has, and that show that this page is meant. */
  rareWords: number
  /**
   * The text of the best passage, from its best sentence on; empty where only the title was found, and after
   * `MAX_EXCERPTS` pages.
   */
  excerpt: string
}

const NO_RARE: RarePages = { meant: new Map(), named: new Set() }

/** The number of first pages with an excerpt; a caller who wants more reads the page. */
export const MAX_EXCERPTS = 5
/**
 * The least characters of an excerpt that begins with the best sentence; where fewer are left, the whole passage is
 * taken.
 */
const MIN_EXCERPT = 80
/** The most characters of a passage, a heading or a title that are compared. */
const MAX_CHARS = 2_000
/**
 * The most passages that are compared. This is the most expensive part, so of many sites only the best of all are
 * taken.
 */
const MAX_PASSAGES = 60

/** Matches a full stop and a space, an ideographic full stop, or the end of a paragraph. */
const SENTENCE_END = /[.!?]\s+|[。！？\n]/u

/**
 * Ranks pages by their best passage. BM25 says which passage has the rare words, but adds words up wherever they stand,
 * so the other half is the passage's best sentence, since the answer to a question is mostly one sentence. Pages
 * without stored text are ranked by title and path alone. A page that alone has a rare word of the search is not
 * outvoted by others. Of pages with the same address or text only one is kept. Equal input gives equal output.
 */
export function rankPages(
  terms: readonly string[],
  hits: readonly PassageHit[],
  { meant, named }: RarePages = NO_RARE,
): RankedPage[] {
  const fuzzy = new FuzzyTerms(terms)
  const rareWords = ({ id }: PassageHit): number => meant.get(id) ?? 0
  const passages = hits
    .filter(({ kind }) => kind === 'passage')
    .toSorted(
      (a, b) =>
        rareWords(b) - rareWords(a) ||
        Number(named.has(b.id)) - Number(named.has(a.id)) ||
        b.score - a.score,
    )
    .slice(0, MAX_PASSAGES)
  const titles = hits.filter(({ kind }) => kind === 'title')
  const best = Math.max(0, ...passages.map(({ score }) => score))
  const read = [...passages, ...titles].map((hit) => readHit(fuzzy, hit))
  const rarities = raritiesOf(read, fuzzy.size)
  const found = new FoundTitles(hits)
  const ranked = new Map<string, FoundPage>()
  for (const one of read) {
    const { hit } = one
    const judged = judge(one, best, rarities)
    const value = judged.value * found.shareOf(hit)
    const page = { ...judged, value, rareWords: rareWords(hit), read: one }
    const known = ranked.get(hit.id)
    if (!known || page.value > known.value) ranked.set(hit.id, page)
  }
  const sorted = [...ranked.values()].toSorted(
    (a, b) => b.rareWords - a.rareWords || b.value - a.value,
  )
  return withNamedNear(withoutCopies(sorted), named).map(({ read: own, ...page }, i) => ({
    ...page,
    excerpt: i < MAX_EXCERPTS ? excerptOf(own) : '',
  }))
}

/** A page that was found, with its best hit as it was read. */
type FoundPage = Omit<RankedPage, 'excerpt'> & { read: ReadHit }

/**
 * Keeps one of the pages with the same address, or with the same text on one site. The best of them gives its place and
 * value, and the one with the shortest address stays, since the others are the same page under a parameter or a file
 * name.
 */
function withoutCopies(pages: readonly FoundPage[]): FoundPage[] {
  const places = new Map<string, number>()
  const kept: FoundPage[] = []
  for (const page of pages) {
    const { siteNum, contentHash, isScanned } = page.read.hit
    const text = contentHash !== null && isScanned ? `${siteNum} ${contentHash}` : page.url
    const place = places.get(page.url) ?? places.get(text)
    const known = place === undefined ? undefined : kept[place]
    if (place === undefined || !known) {
      kept.push(page)
    } else if (page.url.length < known.url.length) {
      kept[place] = { ...page, value: known.value, rareWords: known.rareWords }
    }
    for (const key of [page.url, text]) places.set(key, place ?? kept.length - 1)
  }
  return kept
}

/**
 * The number of first places within which a page is moved that alone has a word of the search, even if other pages have
 * more of the other words.
 */
const NEAR = 2

/**
 * Moves the best page of `named` that stands behind place `NEAR` up to that place, with the value of the page that it
 * displaces.
 */
function withNamedNear(pages: FoundPage[], named: ReadonlySet<string>): FoundPage[] {
  const page = pages.slice(NEAR).find(({ id }) => named.has(id))
  const displaced = pages[NEAR - 1]
  if (!page || !displaced) return pages
  const others = pages.filter((one) => one !== page)
  return others.toSpliced(NEAR - 1, 0, { ...page, value: displaced.value })
}

/**
 * The share of each word of the search, from 0 to 1, in the parts of a hit, before words are weighed by their rarity.
 */
interface ReadHit {
  hit: PassageHit
  /** The share of each word in the title and the path. */
  name: readonly number[]
  sentences: readonly { text: string; shares: readonly number[] }[]
  /** The highest share of each word in name, heading and sentences. */
  shares: readonly number[]
}

function readHit(fuzzy: FuzzyTerms, hit: PassageHit): ReadHit {
  const name = sharesOf(fuzzy, `${hit.title ?? ''} ${hit.path}`)
  const sentences = [
    hit.title ?? '',
    hit.heading,
    ...hit.text.slice(0, MAX_CHARS).split(SENTENCE_END),
  ]
    .filter((sentence) => sentence !== '')
    .map((text) => ({ text, shares: sharesOf(fuzzy, text) }))
  const shares = name.map((share, i) =>
    Math.max(share, ...sentences.map((own) => own.shares[i] ?? 0)),
  )
  return { hit, name, sentences, shares }
}

/**
 * Returns the text of a hit from its best sentence on; all of it where the title or the heading fits better, or little
 * text would be left.
 */
function excerptOf({ hit, sentences }: ReadHit): string {
  let best: string | undefined
  let most = 0
  for (const { text: sentence, shares } of sentences) {
    const share = mean(shares)
    if (share > most) [best, most] = [sentence, share]
  }
  const text = hit.text.slice(0, MAX_CHARS)
  const at = best === undefined ? -1 : text.indexOf(best)
  // The end of a passage from its last sentence on, where it is short, says little.
  const start = text.length - at < MIN_EXCERPT ? 0 : Math.max(0, at)
  return text.slice(start)
}

function judge(
  { hit, name, sentences, shares }: ReadHit,
  best: number,
  rarities: readonly number[],
): Omit<RankedPage, 'rareWords' | 'excerpt'> {
  const { id, title, path, url } = hit
  const called = NAME_WEIGHT * weighed(name, rarities)
  const said =
    (best > 0 ? hit.score / best : 0) + Math.max(0, ...sentences.map((own) => mean(own.shares)))
  return {
    id,
    title: title ?? path,
    url,
    value: hit.kind === 'title' ? mean(name) * (hit.isScanned ? 1 : 2) : said + called,
    coverage: mean(shares),
  }
}

/** The weight of the words in a page's title and path, against a weight of 1 for its text. */
const NAME_WEIGHT = 0.5
/** The similarity, from 0 to 1, below which a word counts as another word. */
const SAME_WORD = 0.6

/**
 * Returns for each word of the search how well it tells pages apart: the fewer of the found pages have it, the higher
 * the number.
 */
function raritiesOf(read: readonly ReadHit[], size: number): number[] {
  const pages = new Set(read.map(({ hit }) => hit.id)).size
  return Array.from({ length: size }, (_, i) => {
    const holders = read.filter(({ shares }) => (shares[i] ?? 0) >= SAME_WORD)
    return Math.log(1 + pages / Math.max(1, new Set(holders.map(({ hit }) => hit.id)).size))
  })
}

function weighed(shares: readonly number[], rarities: readonly number[]): number {
  const all = rarities.reduce((sum, rarity) => sum + rarity, 0)
  return all === 0 ? 0 : shares.reduce((sum, share, i) => sum + share * (rarities[i] ?? 0), 0) / all
}

/** Returns for each word of the search how similar, from 0 to 1, the most similar word of a text is. */
export function sharesOf(fuzzy: FuzzyTerms, text: string): number[] {
  const shares = Array.from({ length: fuzzy.size }, () => 0)
  const start = text.slice(0, MAX_CHARS)
  if (fuzzy.runs.length > 0) {
    const plain = normaliseCjkRuns(start)
    for (const { word, index } of fuzzy.runs) if (plain.includes(word)) shares[index] = 1
  }
  if (!fuzzy.hasSpaced) return shares
  for (const word of fuzzy.candidates(removeCjkRuns(start))) {
    for (const { index, similarity } of fuzzy.of(word)) {
      if (similarity > (shares[index] ?? 0)) shares[index] = similarity
    }
  }
  return shares
}

const mean = (shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
