import type { SearchTerm } from '../../../db/search/full-text.ts'
import type { PassageHit } from '../../../db/search/search-passages.ts'
import type { SoughtWord } from '../../../db/search/pages-of-words.ts'
import type { SearchedSites } from '../../../db/search/searched-sites.ts'
import { toSearchText } from '../../domain/search/cjk-segmentation.ts'
import { normalizedWords } from './fuzzy-terms.ts'
import type { SearchQuery, WantedWord } from './search-query.ts'
import { dottedForms, joinDotted, likelySlips } from './word-forms.ts'

/** A word of a search that stands on one page and on no other. */
export interface RareWord {
  word: WantedWord
  pageId: string
  /** How the page may write it. */
  terms: readonly SearchTerm[]
  /** True where no other page has a word that begins like it. */
  isAlone: boolean
  /** True where the page has it as it is asked for, and not only a word that begins like it. */
  isExact: boolean
  /** True where other pages have it too, but in another form: the plural of what is asked for. */
  isElsewhere: boolean
}

/** Characters of a passage that are read. */
const MAX_CHARS = 2_000
/** Pages of a word that are counted, since only a word of one page is rare: two are as good as many. */
const ENOUGH_PAGES = 2
/** In a sentence, a word that a page has by chance stands there once. */
const MIN_TIMES = 2

export interface FoundWords {
  rare: readonly RareWord[]
  /** Words that no page has. */
  unknown: readonly WantedWord[]
}

/**
 * Finds the words of a search that stand on one page alone, also where no page has the word, but one its beginning.
 * `hits` are what the search found; a word that two of them have is not looked for.
 */
export async function findRareWords(
  sites: SearchedSites,
  query: SearchQuery,
  hits: readonly PassageHit[],
): Promise<FoundWords> {
  const { isSentence } = query
  const texts = hits.map(({ id, text }) => ({ id, text: text.toLowerCase() }))
  const wanted = query.wanted.filter((word) => !isOnTwoPages(word, texts))
  const exact = await pagesOf(
    sites,
    wanted.map(({ forms, literal }) => ({ terms: forms, literal })),
  )
  const few = wanted.flatMap((word, i) => {
    const own = exact[i] ?? new Set<string>()
    return own.size > 1 ? [] : [{ word, own, terms: likeTerms(word, own.size === 0) }]
  })
  // A name or a keyword that one page has is rare, even if other pages have words that begin like it.
  const doubtful = few.filter(({ word, own }) => own.size === 0 || (isSentence && !word.isName))
  const shared = wanted.filter(({ forms }, i) => forms.length > 1 && (exact[i]?.size ?? 0) > 1)
  const found = await pagesOf(sites, [
    ...doubtful.map(({ terms, word: { literal } }) => ({ terms, literal })),
    ...shared.map(({ forms }) => ({ terms: forms.slice(0, 1) })),
  ])
  const begun = found.slice(0, doubtful.length)
  const rare = few.flatMap((one): RareWord[] => {
    const { word, own, terms } = one
    const others = begun[doubtful.indexOf(one)]
    const isAlone = others?.size === 1
    const [pageId] = own.size === 0 && isAlone ? others : own
    if (pageId === undefined) return []
    const isExact = own.size > 0
    const used = isExact ? word.forms : terms
    return [{ word, pageId, terms: used, isAlone, isExact, isElsewhere: false }]
  })
  const asWritten = shared.flatMap((word, i): RareWord[] => {
    const [pageId, second] = found[doubtful.length + i] ?? []
    if (pageId === undefined || second !== undefined) return []
    const terms = word.forms.slice(0, 1)
    return [{ word, pageId, terms, isAlone: false, isExact: true, isElsewhere: true }]
  })
  const unknown = doubtful.filter(({ own }, i) => own.size === 0 && begun[i]?.size === 0)
  return { rare: [...rare, ...asWritten], unknown: unknown.map(({ word }) => word) }
}

/** Lists what a word's other forms begin with, and for one that no page has, how else pages may write it. */
function likeTerms({ forms, beginning }: WantedWord, isUnknown: boolean): readonly SearchTerm[] {
  const written = forms[0]?.words.join('') ?? ''
  const others = isUnknown ? [...dottedForms(written), ...likelySlips(written)] : []
  return beginning === undefined
    ? [...forms, ...others]
    : [{ words: [beginning], isBeginning: true }, ...others]
}

/** Matches the character next to a word, where the index separates words. */
const GAP = /^[^\p{L}\p{N}\p{M}]?$/u

/** Says whether a word stands by itself in a text, both in lower case. */
function standsAlone(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    if (GAP.test(text.slice(Math.max(0, at - 1), at)) && GAP.test(text.slice(end, end + 1)))
      return true
  }
  return false
}

/** Says whether texts in lower case show that a word is not rare; false where they leave it open. */
function isOnTwoPages(
  { forms, literal }: WantedWord,
  texts: readonly { id: string; text: string }[],
): boolean {
  const [word = '', ...more] = forms[0]?.words ?? []
  if (more.length > 0 || literal !== undefined) return false
  let first: string | undefined
  for (const { id, text } of texts) {
    if (id === first || !standsAlone(text, word)) continue
    if (first !== undefined) return true
    first = id
  }
  return false
}

/** Finds passages and titles with the rare words, apart from `hits`, which may already have all of them. */
export async function findRareHits(
  sites: SearchedSites,
  rare: readonly RareWord[],
  hits: readonly PassageHit[],
): Promise<PassageHit[]> {
  if (rare.length === 0) return []
  const forms = rare.flatMap(({ terms }) => terms)
  const found = await sites.passages({ terms: [], beginnings: [], forms, pairs: [] })
  const known = new Set(hits.map(keyOf))
  return found.filter((hit) => !known.has(keyOf(hit)))
}

const keyOf = ({ kind, num }: PassageHit): string => `${kind} ${num}`

/** Finds two pages at most of each word, by the word's place. */
async function pagesOf(sites: SearchedSites, words: readonly SoughtWord[]): Promise<Set<string>[]> {
  const found = await sites.pagesOfWords(words, ENOUGH_PAGES)
  const pages = words.map(() => new Set<string>())
  for (const { word, pageId } of found) pages[word]?.add(pageId)
  return pages
}

/** The pages that have rare words of a search: those that the words show to be meant, and those that only have one. */
export interface RarePages {
  /** The number of rare words that show that a page is meant. */
  meant: ReadonlyMap<string, number>
  /** Pages that have a rare word, which does not show that they are meant. */
  named: ReadonlySet<string>
}

/** Properties of a search, other than the pages that have its words. */
interface Judged {
  isSentence: boolean
  /** Words that are not in common use. */
  uncommon: ReadonlySet<WantedWord>
}

/**
 * Counts for each page the rare words of a search that tell that it is meant. A keyword always does. In a sentence,
 * where most words are only ways to say it, a name does, in the search or on the page, a word that is not in common
 * use, and a word that the page has again and again, while no other page has even one that begins like it.
 */
export function countRareWords(
  rare: readonly RareWord[],
  hits: readonly PassageHit[],
  { isSentence, uncommon }: Judged,
): RarePages {
  const meant = new Map<string, number>()
  const named = new Set<string>()
  for (const word of rare) {
    const own = hits.filter(({ id }) => id === word.pageId)
    const times = timesOnPage(word, own)
    if (times === 0) continue
    const isTerm = word.word.isName || (word.isExact && uncommon.has(word.word))
    const isRepeated = word.isAlone && times >= MIN_TIMES
    if (isTerm || (!word.isElsewhere && tells({ isSentence, isRepeated, word, own })))
      meant.set(word.pageId, (meant.get(word.pageId) ?? 0) + 1)
    else if (!word.isElsewhere) named.add(word.pageId)
  }
  return { meant, named }
}

interface Standing {
  isSentence: boolean
  isRepeated: boolean
  word: RareWord
  own: readonly PassageHit[]
}

/** True for a word of one page alone that shows that this page is meant. */
const tells = ({ isSentence, isRepeated, word, own }: Standing): boolean =>
  !isSentence || isRepeated || isNameOnPage(word, own)

/** Counts how often hits of a page have a word, as far as the caller may see their texts. */
function timesOnPage(rare: RareWord, hits: readonly PassageHit[]): number {
  const isMeant = matcherOf(rare)
  const { literal } = rare.word
  return hits.reduce((sum, { title, path, heading, text }) => {
    if (literal !== undefined) {
      const all = `${title ?? ''}\n${heading}\n${text}`.toLowerCase()
      return sum + Number(all.includes(literal))
    }
    const read = `${title ?? ''}\n${path}\n${heading}\n${text.slice(0, MAX_CHARS)}`
    const words = normalizedWords(toSearchText(read))
    return sum + words.filter((_, at) => isMeant(words, at)).length
  }, 0)
}

/** Makes a test whether a word begins at a place among words of a text. */
function matcherOf({ terms, word: { beginning = '' }, isAlone }: RareWord) {
  const forms = terms.map(({ words }) => normalizedWords(words.join(' ')))
  const start = isAlone ? normalizedWords(beginning).join('') : ''
  return (words: readonly string[], at: number): boolean =>
    (start !== '' && words[at]?.startsWith(start) === true) ||
    forms.some((parts) => parts.every((part, i) => words[at + i] === part))
}

const SENTENCE_START = /(?:^|[.!?:\n]["'“‘«(]*)\s*["'“‘«(]*$/u
const CAPITALS = /\p{Lu}.*\p{Lu}/u
const CODE = /\p{L}.*\p{N}|\p{N}.*\p{L}/u

/**
 * Tells whether a page writes a word as a name: with several capitals, of letters and digits, or with a capital
 * wherever it stands, and not only where a sentence begins. Headings begin every word with one, and tell nothing.
 */
function isNameOnPage({ terms }: RareWord, hits: readonly PassageHit[]): boolean {
  const forms = new Set(terms.flatMap(({ words }) => normalizedWords(words.join(''))))
  let isName = false
  for (const hit of hits) {
    const text = joinDotted(hit.text.slice(0, MAX_CHARS))
    for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (!forms.has(normalizedWords(word).join(''))) continue
      if (CAPITALS.test(word) || CODE.test(word)) return true
      if (!/^\p{Lu}/u.test(word)) return false
      isName ||= !SENTENCE_START.test(text.slice(Math.max(0, index - 8), index))
    }
  }
  return isName
}
