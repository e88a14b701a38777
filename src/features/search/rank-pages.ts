import type { PassageHit } from '../../../db/search/search-passages.ts'
import { normaliseCjkRuns, removeCjkRuns } from '../../domain/search/cjk-segmentation.ts'
import { AlikeWords } from './fuzzy-terms.ts'

export interface RankedPage {
  id: string
  title: string
  url: string
  /** From 0 to 2: how well the best passage does among all, and how much of the search its best sentence has. */
  value: number
  /** Share of the search's words, from 0 to 1, that the page's title, path and best passage have. */
  coverage: number
}

/** More of a passage, a heading or a title is not looked at. */
const MAX_CHARS = 2_000
/** Reading passages is the dearest part: of many sites, only the best passages of all are read. */
const MAX_PASSAGES = 60

/** A full stop and a space, an ideographic full stop, or the end of a paragraph. */
const SENTENCE_END = /[.!?]\s+|[。！？\n]/u

/**
 * Pages by their best passage. BM25 says which passage has the rare words; it adds words up wherever they stand, so the
 * other half is the passage's best sentence: what a question asks is mostly said in one. Pages of which no text is
 * stored are judged by title and path alone. Of pages with the same address only the best one is kept. Equal input gives
 * equal output.
 */
export function rankPages(terms: readonly string[], hits: readonly PassageHit[]): RankedPage[] {
  const alike = new AlikeWords(terms)
  const passages = hits
    .filter(({ kind }) => kind === 'passage')
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_PASSAGES)
  const titles = hits.filter(({ kind }) => kind === 'title')
  const best = passages[0]?.score ?? 0
  const ranked = new Map<string, RankedPage>()
  for (const hit of [...passages, ...titles]) {
    const page = judge(alike, hit, best)
    const known = ranked.get(hit.id)
    if (!known || page.value > known.value) ranked.set(hit.id, page)
  }
  const urls = new Set<string>()
  return [...ranked.values()]
    .toSorted((a, b) => b.value - a.value)
    .filter(({ url }) => urls.size < urls.add(url).size)
}

function judge(alike: AlikeWords, hit: PassageHit, best: number): RankedPage {
  const name = sharesOf(alike, `${hit.title ?? ''} ${hit.path}`)
  const sentences = [
    hit.title ?? '',
    hit.heading,
    ...hit.text.slice(0, MAX_CHARS).split(SENTENCE_END),
  ]
    .filter((sentence) => sentence !== '')
    .map((sentence) => sharesOf(alike, sentence))
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

/** How well each word of the search is found in a text, from 0 to 1. */
function sharesOf(alike: AlikeWords, text: string): number[] {
  const shares = Array.from({ length: alike.size }, () => 0)
  const start = text.slice(0, MAX_CHARS)
  if (alike.runs.length > 0) {
    const plain = normaliseCjkRuns(start)
    for (const { word, index } of alike.runs) if (plain.includes(word)) shares[index] = 1
  }
  if (!alike.hasSpaced) return shares
  for (const word of alike.candidates(removeCjkRuns(start))) {
    for (const { index, likeness } of alike.of(word)) {
      if (likeness > (shares[index] ?? 0)) shares[index] = likeness
    }
  }
  return shares
}

const mean = (shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
