import { setImmediate as turn } from 'node:timers/promises'
import type { SiteDb } from '../../../../db/site-db.ts'
import { brandedBy } from '../../../domain/citations/branded.ts'
import { cleanQueryLine, isQueryText, QUERY_CHARS } from '../../../domain/citations/query-text.ts'
import { isForOthers } from '../../../domain/prompts/readers-questions.ts'
import { MIN_ASKERS } from '../../../domain/topics/privacy.ts'
import { wordingOf } from '../../../domain/topics/wording.ts'
import { isRecord } from '../../../lib/json/is-record.ts'
import { DAY_MS } from '../../../lib/time/clock.ts'
import { hasAnyScope, mayReadWords } from '../../../kernel/door/access.ts'
import type { OrgContext } from '../../../kernel/door/operation.ts'
import { readingSubjectOf } from '../../../kernel/names/named-site.ts'

/** The sources of suggestions; a text that several sources have belongs to the first of them. */
export const SUGGESTION_SOURCES = ['readers', 'searches', 'page'] as const
export type SuggestionSource = (typeof SUGGESTION_SOURCES)[number]

export interface Suggestion {
  text: string
  source: SuggestionSource
  /**
   * The number of readers who asked the text, of answers for which an engine searched for it, or of pages that have it
   * as a phrase, by source.
   */
  count: number
  isBranded: boolean
}

interface Counted {
  text: string
  count: number
}

/** The most suggestions of each source. */
const MAX_OF_SOURCE = 200
/** The number of past days whose questions count: readers still ask what they asked half a year ago. */
const ASKED_DAYS = 180
/** The least number of readers who must have asked in the very spelling that is shown. */
const MIN_TYPISTS = 2
const MAX_ANSWERS = 500
/** The most searches of one answer that count, and the most characters of the stored list of searches. */
const MAX_SEARCHES = 50
const MAX_LIST_CHARS = 20_000
const MAX_PAGES = 2_000
const PAGES_AT_ONCE = 100
/** The number of phrases of a page that count, the weightiest first. */
const PHRASES_OF_PAGE = 20
/**
 * The least number of pages that must have a phrase: the subject of one page alone is better said by that page itself.
 */
const MIN_PAGES = 2

/** Finds texts that could be queries of a site and are not yet, by source, the most frequent of each source first. */
export async function readSuggestions(
  { app, principal }: Pick<OrgContext, 'app' | 'principal'>,
  site: SiteDb,
): Promise<Suggestion[]> {
  // Readers' words come from their questions, which the right to read citations does not include.
  const maySeeReaders = mayReadWords(principal) && hasAnyScope(principal, ['analytics:read'])
  const found: Record<SuggestionSource, readonly Counted[]> = {
    readers: maySeeReaders ? await askedByReaders(site, app.now()) : [],
    searches: await searchedByEngines(site),
    page: await phrasesOfPages(site),
  }
  const known = new Set((await site.citationQueries.texts()).map(wordingOf))
  const isBranded = brandedBy(readingSubjectOf(site.row))
  return SUGGESTION_SOURCES.flatMap((source) =>
    newAmong(found[source], known).map(({ text, count }) => ({
      text,
      source,
      count,
      isBranded: isBranded(text),
    })),
  )
}

/**
 * Returns the texts, the most frequent first, that can be a query and whose wording is not in `known`, and adds their
 * wordings to it.
 */
function newAmong(counted: readonly Counted[], known: Set<string>): Counted[] {
  const taken: Counted[] = []
  for (const { text: raw, count } of counted.toSorted(byCount)) {
    if (taken.length >= MAX_OF_SOURCE) break
    const text = cleanQueryLine(raw, QUERY_CHARS.max)
    const key = wordingOf(text)
    if (!isQueryText(text) || known.has(key)) continue
    known.add(key)
    taken.push({ text, count })
  }
  return taken.toSorted(byCount)
}

const byCount = (one: Counted, other: Counted): number =>
  other.count - one.count || (one.text < other.text ? -1 : Number(one.text > other.text))

async function askedByReaders(
  { row, readerQuestions }: SiteDb,
  now: number,
): Promise<readonly Counted[]> {
  // A site that no longer keeps the words of questions may still have some from before.
  if (row.question_mode !== 'full') return []
  const asked = await readerQuestions.askedOnSite({
    fromMs: now - ASKED_DAYS * DAY_MS,
    minAskers: MIN_ASKERS,
    limit: MAX_OF_SOURCE,
  })
  return asked.flatMap(({ spellings, askers: count }) => {
    const shown = spellings.find(({ text, askers }) => askers >= MIN_TYPISTS && isForOthers(text))
    return shown ? [{ text: shown.text, count }] : []
  })
}

async function searchedByEngines({ suggestionSources }: SiteDb): Promise<readonly Counted[]> {
  const counts = new Counts()
  for (const list of await suggestionSources.searches(MAX_ANSWERS, MAX_LIST_CHARS)) {
    const searches = listIn(list).slice(0, MAX_SEARCHES)
    counts.add(searches.filter((text) => typeof text === 'string'))
  }
  return counts.atLeast(1)
}

async function phrasesOfPages({ suggestionSources }: SiteDb): Promise<readonly Counted[]> {
  const counts = new Counts()
  let after = 0
  for (let read = 0; read < MAX_PAGES; read += PAGES_AT_ONCE) {
    const pages = await suggestionSources.pagePhrases(after, PAGES_AT_ONCE)
    for (const { phrases } of pages) {
      const heaviest = listIn(phrases).slice(0, PHRASES_OF_PAGE)
      counts.add(heaviest.flatMap((one) => (isPhrase(one) ? [one.text] : [])))
    }
    if (pages.length < PAGES_AT_ONCE) break
    after = pages.at(-1)?.pageNum ?? after
    await turn()
  }
  return counts.atLeast(MIN_PAGES)
}

const isPhrase = (value: unknown): value is { text: string } =>
  isRecord(value) && typeof value['text'] === 'string'

const listIn = (json: string): unknown[] => {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value : []
}

/** Counts in how many pages or answers each text is; upper and lower case make no difference. */
class Counts {
  readonly #byText = new Map<string, Counted>()

  add(texts: readonly string[]): void {
    for (const [key, text] of new Map(texts.map((one) => [one.toLowerCase(), one]))) {
      const counted = this.#byText.get(key)
      if (counted) counted.count += 1
      else this.#byText.set(key, { text, count: 1 })
    }
  }

  atLeast(min: number): Counted[] {
    return [...this.#byText.values()].filter(({ count }) => count >= min)
  }
}
