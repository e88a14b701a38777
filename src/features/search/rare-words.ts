import type { SearchTerm } from '../../../db/search/full-text.ts'
import type { PassageHit } from '../../../db/search/search-passages.ts'
import type { SoughtWord } from '../../../db/search/pages-of-words.ts'
import type { SearchedSites } from '../../../db/search/searched-sites.ts'
import { toSearchText } from '../../domain/search/cjk-segmentation.ts'
import { normalizedWords } from './fuzzy-terms.ts'
import type { SearchQuery, WantedWord } from './search-query.ts'
import { dottedForms, joinDotted, likelySlips } from './word-forms.ts'

/** A word of a search that stands, as searched, on one page and on no other. */
export interface RareWord {
  word: WantedWord
  pageId: string
  /** The ways in which the page may write the word. */
  terms: readonly SearchTerm[]
  /** True where other pages were searched for words that begin like it, and have none. */
  isAlone: boolean
  /** True where the page has the word itself; false where it only has a word that begins like it. */
  isExact: boolean
  /** True where other pages have the word in another form, such as the plural of what is asked for. */
  isElsewhere: boolean
}

/** The most characters of a passage that are read. */
const MAX_CHARS = 2_000
/**
 * The number of pages up to which the pages of a word are counted: only a word of one page is rare, so two are as good
 * as many.
 */
const ENOUGH_PAGES = 2
/**
 * The number of times that a word must stand on a page to show, in a search that is a sentence, that the page is meant.
 * A word that a page has by chance stands there once.
 */
const MIN_TIMES = 2

export interface FoundWords {
  rare: readonly RareWord[]
  /** The words of the search that no page has. */
  unknown: readonly WantedWord[]
}

/**
 * Finds the words of a search that stand on one page alone. A word that no page has counts as standing on the one page
 * with a word that begins like it. `hits` are the passages that the search found; a word that two of their pages have
 * is not looked for.
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

/**
 * Returns how pages may write a word in other forms: by the beginning that these share, and for a word that no page has
 * also with dots or with a slip.
 */
function likeTerms({ forms, beginning }: WantedWord, isUnknown: boolean): readonly SearchTerm[] {
  const written = forms[0]?.words.join('') ?? ''
  const others = isUnknown ? [...dottedForms(written), ...likelySlips(written)] : []
  return beginning === undefined
    ? [...forms, ...others]
    : [{ words: [beginning], isBeginning: true }, ...others]
}

/** Matches the character next to a word, or the end of a text, where the index separates words. */
const GAP = /^[^\p{L}\p{N}\p{M}]?$/u

/** True where a word stands by itself in a text; both are in lower case. */
function standsAlone(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    if (GAP.test(text.slice(Math.max(0, at - 1), at)) && GAP.test(text.slice(end, end + 1)))
      return true
  }
  return false
}

/**
 * True where the texts, in lower case, show that two pages have a word, so that it is not rare; false where they leave
 * that open.
 */
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

/** Finds the passages and titles that have rare words, without those in `hits`. */
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

/** Finds up to two pages of each word; the sets have the order of the words. */
async function pagesOf(sites: SearchedSites, words: readonly SoughtWord[]): Promise<Set<string>[]> {
  const found = await sites.pagesOfWords(words, ENOUGH_PAGES)
  const pages = words.map(() => new Set<string>())
  for (const { word, pageId } of found) pages[word]?.add(pageId)
  return pages
}

/** The pages that have rare words of a search: those that the words show to be meant, and those that only have one. */
export interface RarePages {
  /** The number of rare words of each page, by its id, that show that the page is meant. */
  meant: ReadonlyMap<string, number>
  /** The pages with a rare word that does not show that they are meant, by id. */
  named: ReadonlySet<string>
}

/** The properties of a search by which its rare words are judged. */
interface Judged {
  isSentence: boolean
  /** The rare words that are not in common use. */
  uncommon: ReadonlySet<WantedWord>
}

/**
 * Counts for each page the rare words that show that it is meant. In a search of keywords each rare word does. In a
 * sentence, where most words are only ways to say it, these do: a name, as the search or the page writes it, a word
 * that is not in common use, and a word that the page has again and again while no other page has even one that begins
 * like it.
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

/** True for a word of one page that shows that this page is meant. */
const tells = ({ isSentence, isRepeated, word, own }: Standing): boolean =>
  !isSentence || isRepeated || isNameOnPage(word, own)

/**
 * Counts how often the hits of a page have a word, in title, path, heading and text, as far as the caller may see
 * these.
 */
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

/** Returns a test whether a rare word stands at a place in a list of words. */
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
 * True where a page writes a word as a name: with several capitals, of letters and digits, or with a capital wherever
 * it stands in the text, and not only where a sentence begins. Headings are not read, since they begin every word with
 * a capital.
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
