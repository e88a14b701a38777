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
   * The rank from 0 to 2: the score of the best passage among all, plus the share of the search in its best sentence.
   */
  value: number
  /** The share of the search's words, from 0 to 1, that the page's title, path and best passage have. */
  coverage: number
  /** The number of words of the search that no other page has, and that show that this page is meant. */
  rareWords: number
  /** The beginning of the text that fits best; empty where only the title was found. */
  excerpt: string
}

const NO_RARE: RarePages = { meant: new Map(), named: new Set() }

/** Pages of which an excerpt is taken; a caller who wants more reads the page. */
export const MAX_EXCERPTS = 5
/** Characters of a text that begins with the best sentence; where there are fewer, all of the passage is as good. */
const MIN_EXCERPT = 80
/** Characters of a passage, a heading or a title that are compared. */
const MAX_CHARS = 2_000
/** Passages that are read. This is the most expensive part, so of many sites only the best of all are taken. */
const MAX_PASSAGES = 60

/** Matches a full stop and a space, an ideographic full stop, or the end of a paragraph. */
const SENTENCE_END = /[.!?]\s+|[。！？\n]/u

/**
 * Ranks pages by their best passage. BM25 says which passage has the rare words; it adds words up wherever they stand,
 * so the other half is the passage's best sentence, since the answer to a question is mostly one sentence. Pages
 * without stored text are ranked by title and path alone. What no other page has is never outvoted. Of pages with the
 * same address only the best one is kept. Equal input gives equal output.
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

/** A page that was found, with what was found of it. */
type FoundPage = Omit<RankedPage, 'excerpt'> & { read: ReadHit }

/**
 * Keeps one page of those with the same address or the same text on one site, in the place of the best: the one with
 * the shortest address, since the others are the same page under a parameter or a file name.
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
 * Places within which a page stands that is the only one to have a word of the search, even if other pages have more of
 * the other words.
 */
const NEAR = 2

/** Moves the best such page up to the last of those places, with the value of the page that it displaces. */
function withNamedNear(pages: FoundPage[], named: ReadonlySet<string>): FoundPage[] {
  const page = pages.slice(NEAR).find(({ id }) => named.has(id))
  const displaced = pages[NEAR - 1]
  if (!page || !displaced) return pages
  const others = pages.filter((one) => one !== page)
  return others.toSpliced(NEAR - 1, 0, { ...page, value: displaced.value })
}

/** How well the words of a search are found in a hit, before it is known how much each word says. */
interface ReadHit {
  hit: PassageHit
  /** In the title and the path. */
  name: readonly number[]
  sentences: readonly { text: string; shares: readonly number[] }[]
  /** The best of each word in all of them. */
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

/** Takes what fits best: the text from the best sentence on, or all of it where its heading or title fits better. */
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

/** Weight of the words in a page's title and path, next to a weight of 1 for its text. */
const NAME_WEIGHT = 0.5
/** Similarity below which a word counts as another word. */
const SAME_WORD = 0.6

/** How much each word of the search tells pages apart: more, the fewer of those found have it. */
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

/** Returns how well each word of the search is found in a text, from 0 to 1. */
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
