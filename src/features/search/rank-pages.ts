import type { RarePages } from './rare-words.ts'
import type { PassageHit } from '../../../db/search/search-passages.ts'
import { normaliseCjkRuns, removeCjkRuns } from '../../domain/search/cjk-segmentation.ts'
import { FuzzyTerms } from './fuzzy-terms.ts'

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
  /** The number of words of the search that no other page has, and that tell that this one is meant. */
  rareWords: number
}

const NO_RARE: RarePages = { meant: new Map(), named: new Set() }

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
  const ranked = new Map<string, RankedPage>()
  for (const hit of [...passages, ...titles]) {
    const page = { ...judge(fuzzy, hit, best), rareWords: rareWords(hit) }
    const known = ranked.get(hit.id)
    if (!known || page.value > known.value) ranked.set(hit.id, page)
  }
  const urls = new Set<string>()
  const sorted = [...ranked.values()]
    .toSorted((a, b) => b.rareWords - a.rareWords || b.value - a.value)
    .filter(({ url }) => urls.size < urls.add(url).size)
  return withNamedNear(sorted, named)
}

/** Places before which a page stands that alone has a word of the search, whatever the other words say. */
const NEAR = 2

/** Moves the best such page up to the last of those places, with the value of the page that it displaces. */
function withNamedNear(pages: RankedPage[], named: ReadonlySet<string>): RankedPage[] {
  const page = pages.slice(NEAR).find(({ id }) => named.has(id))
  const displaced = pages[NEAR - 1]
  if (!page || !displaced) return pages
  const others = pages.filter((one) => one !== page)
  return others.toSpliced(NEAR - 1, 0, { ...page, value: displaced.value })
}

function judge(fuzzy: FuzzyTerms, hit: PassageHit, best: number): Omit<RankedPage, 'rareWords'> {
  const name = sharesOf(fuzzy, `${hit.title ?? ''} ${hit.path}`)
  const sentences = [
    hit.title ?? '',
    hit.heading,
    ...hit.text.slice(0, MAX_CHARS).split(SENTENCE_END),
  ]
    .filter((sentence) => sentence !== '')
    .map((sentence) => sharesOf(fuzzy, sentence))
  const { id, title, path, url } = hit
  return {
    id,
    title: title ?? path,
    url,
    value:
      hit.kind === 'title'
        ? mean(name) * (hit.isScanned ? 1 : 2)
        : (best > 0 ? hit.score / best : 0) + Math.max(0, ...sentences.map(mean)),
    coverage: mean(name.map((share, i) => Math.max(share, ...sentences.map((own) => own[i] ?? 0)))),
  }
}

/** Answers how well each word of the search is found in a text, from 0 to 1. */
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
