import type { PassageHit } from '../../../db/search/search-passages.ts'
import type { SearchedSites } from '../../../db/search/searched-sites.ts'
import type { QuestionRow } from '../../../db/search/select-questions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { isSameLanguage } from '../../domain/html/page-language.ts'
import { detectLanguage } from '../../domain/language/detect-language.ts'
import { guessLanguage, wordClass } from '../../domain/topics/closed-classes.ts'
import { FuzzyTerms } from './fuzzy-terms.ts'
import { missingNouns } from './missing-nouns.ts'
import { sharesOf } from './rank-pages.ts'
import { readQuery, type SearchQuery } from './search-query.ts'

/** The similarity, from 0 to 1, below which two words are not forms of one word. */
const SAME_WORD = 0.6
/**
 * The least share of a question's words in a text that may answer it: of a question with two words, a text with one is
 * below it.
 */
export const MIN_MATCH = 0.6
const MAX_MISSING = 5
const MAX_HEADING = 100
/** The most characters of a page from which its language is detected. */
const LANGUAGE_CHARS = 3_000
const MAX_PASSAGES = 200
const LEAST_WORDS = 3

/**
 * The kinds of gaps: `unanswered` has a noun or a name that no text has, and `other_language` is in another language
 * than its page, so that its words are not compared.
 */
export const GAP_KINDS = ['unanswered', 'other_language'] as const
export type GapKind = (typeof GAP_KINDS)[number]

type AskedQuestion = Omit<QuestionRow, 'text'> & { text: string }

/** A question that no page is known to answer. */
export interface Gap {
  question: AskedQuestion
  kind: GapKind
  /** The language of the question (BCP 47); null where its few words do not show it. */
  language: string | null
  /**
   * The share of the question's words, from 0 to 1, that the best passage has; null where the words were not compared.
   */
  match: number | null
  /** The names and nouns of the question that no page has. */
  missing: string[]
  nearest: PassagePlace | null
}

interface PassagePlace {
  path: string
  heading: string
}

interface NearestPassage {
  /** The share of the text's words, from 0 to 1, that the passage has. */
  match: number
  /** The id of the passage's page; undefined where no passage has any of the words. */
  pageId: string | undefined
  nearest: PassagePlace | null
}

const placeOf = ({ path, heading }: PassageHit): PassagePlace => ({
  path,
  heading: heading.slice(0, MAX_HEADING).toWellFormed(),
})

interface AskedPage {
  passages: readonly { heading: string; text: string }[]
  language: string
}

/**
 * Judges questions of a site one by one: first by the whole page on which each was asked, then by the passages of all
 * pages. Pages that were read are kept for further questions.
 */
export class GapJudge {
  readonly #site: SiteDb
  readonly #sites: SearchedSites
  readonly #languages: readonly string[]
  readonly #pages = new Map<number, Promise<AskedPage>>()

  /** Takes a site and a search of that site alone. */
  constructor(site: SiteDb, sites: SearchedSites) {
    this.#site = site
    this.#sites = sites
    this.#languages = [site.row.language ?? 'en']
  }

  /**
   * Returns the gap that a question is, if it is one of `kind`, else undefined. Returns `other_language` where
   * `unanswered` was asked for and the question is in another language than its page.
   */
  async judge(
    { text, ...row }: QuestionRow,
    kind: GapKind,
  ): Promise<Gap | 'other_language' | undefined> {
    if (text === null) return undefined
    const question = { ...row, text }
    const page = await this.#pageOf(row.pageNum)
    const language = languageOf(text, page.language)
    const isForeign = language !== null && !isSameLanguage(language, page.language)
    if (isForeign !== (kind === 'other_language')) return isForeign ? 'other_language' : undefined
    return isForeign
      ? { question, kind, language, match: null, missing: [], nearest: null }
      : this.#unanswered(question, page, language)
  }

  async #unanswered(
    question: AskedQuestion,
    page: AskedPage,
    language: string | null,
  ): Promise<Gap | undefined> {
    const query = readQuery(question.text, this.#languages)
    if (query.terms.length === 0 || hasAnswer(query, page, question)) return undefined
    const { found, match, best, missing } = await this.#find(query)
    const names = missingNames(query, missing)
    if (match >= MIN_MATCH && names.length === 0) return undefined
    const texts = [
      ...found.map(textOf),
      ...page.passages.map(textOf),
      question.title ?? '',
      question.path ?? '',
    ]
    const nouns = missingNouns(question.text, texts, language ?? page.language)
    const lacked = [...new Set([...names, ...nouns])]
    if (lacked.length === 0) return undefined
    return {
      question,
      kind: 'unanswered',
      language,
      match,
      missing: lacked.slice(0, MAX_MISSING),
      nearest: best ? placeOf(best) : null,
    }
  }

  /** Finds the passage of the site that has most words of a text, with the search by which questions are judged. */
  async nearestTo(text: string): Promise<NearestPassage> {
    const { match, best } = await this.#find(readQuery(text, this.#languages))
    return { match, pageId: best?.id, nearest: best ? placeOf(best) : null }
  }

  async #find(query: SearchQuery): Promise<JudgedAnswer & { found: readonly PassageHit[] }> {
    const hits = await this.#sites.passages(query)
    const found = hits.filter(({ isRead }) => isRead)
    return { found, ...judgeAnswer(query.terms, found) }
  }

  #pageOf(num: number): Promise<AskedPage> {
    const known = this.#pages.get(num) ?? this.#readPage(num)
    this.#pages.set(num, known)
    return known
  }

  async #readPage(num: number): Promise<AskedPage> {
    const passages = (await this.#site.passagesOfPage(num)).slice(0, MAX_PASSAGES)
    const start = passages.map(({ text }) => text).join('\n')
    const told = detectLanguage(start.slice(0, LANGUAGE_CHARS))
    const [own = 'en'] = this.#languages
    return { passages, language: told?.isSure ? told.language : own }
  }
}

/**
 * Returns the language of a question; null where it is not known. A question too short to show its language is in
 * another one than its page only if it has no function word of the page's language.
 */
function languageOf(text: string, ofPage: string): string | null {
  const told = detectLanguage(text)?.language
  if (told !== undefined) return told
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (words.length < LEAST_WORDS || words.some((word) => wordClass(word, ofPage) !== 'none'))
    return null
  return guessLanguage(text) ?? null
}

/** True where the page on which a question was asked has enough of its words, and all names in it. */
function hasAnswer(query: SearchQuery, { passages }: AskedPage, { title }: AskedQuestion): boolean {
  const fuzzy = new FuzzyTerms(query.terms)
  const found = passages.reduce(
    (most, { heading, text }) => larger(most, sharesOf(fuzzy, `${heading}\n${text}`)),
    sharesOf(fuzzy, title ?? ''),
  )
  if (passages.length === 0 || meanOf(found) < MIN_MATCH) return false
  return missingNames(query, missingOf(query.terms, found)).length === 0
}

/**
 * Returns the names of a question that stand on no page. A name is what a question is about, even where a passage has
 * many of its other words.
 */
const missingNames = ({ wanted }: SearchQuery, missing: readonly string[]): string[] =>
  wanted.flatMap(({ isName, forms }) => {
    const words = forms[0]?.words ?? []
    const isMissing = isName && words.length > 0 && words.every((word) => missing.includes(word))
    return isMissing ? [words.join(' ')] : []
  })

const textOf = ({ heading, text, ...page }: ReadText): string =>
  [page.title, page.path, heading, text].filter(Boolean).join('\n')

interface ReadText {
  heading: string
  text: string
  title?: string | null
  path?: string
}

/** The result of comparing a question with the passages that a search found. */
interface JudgedAnswer {
  /**
   * The share of the question's words, from 0 to 1, that the best passage has, with its heading and the page's title.
   */
  match: number
  /** The passage with most words of the question; undefined where no passage has any of them. */
  best: PassageHit | undefined
  /** The words of the question that no passage has, in any form. */
  missing: string[]
}

/** Judges which words of a question the passages have that a search found. Equal input gives equal output. */
function judgeAnswer(terms: readonly string[], hits: readonly PassageHit[]): JudgedAnswer {
  const fuzzy = new FuzzyTerms(terms)
  let found = terms.map(() => 0)
  let [match, best]: [number, PassageHit | undefined] = [0, undefined]
  for (const hit of hits) {
    const shares = sharesOf(fuzzy, [hit.title ?? '', hit.path, hit.heading, hit.text].join('\n'))
    found = larger(found, shares)
    const own = meanOf(shares)
    if (own > match) [match, best] = [own, hit]
  }
  return { match, best, missing: missingOf(terms, found) }
}

const larger = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((share, i) => Math.max(share, b[i] ?? 0))

const meanOf = (shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)

const missingOf = (terms: readonly string[], found: readonly number[]): string[] =>
  terms.filter((_, i) => (found[i] ?? 0) < SAME_WORD)
