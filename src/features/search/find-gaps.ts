import type { QuestionRow } from '../../../db/search/select-questions.ts'
import type { SearchedSites } from '../../../db/search/searched-sites.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { PassageHit } from '../../../db/search/search-passages.ts'
import { hasAnyScope } from '../../kernel/door/access.ts'
import type { CursorKey } from '../../kernel/credentials/cursor.ts'
import { notesOnPath, readPath } from '../../kernel/names/read-path.ts'
import { notesOnDaysBeforeData, notesOnUnknownPath } from '../../kernel/names/unseen-values.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { type RangeInput, siteRange } from '../../kernel/reads/range.ts'
import type { MonotonicClock } from '../../lib/time/clock.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { STOP_WORD_LANGUAGES } from '../../domain/prompts/stop-words.ts'
import { hasCjkRuns } from '../../domain/search/cjk-segmentation.ts'
import { readQuery, type SearchQuery } from './search-query.ts'
import { FuzzyTerms } from './fuzzy-terms.ts'
import { sharesOf } from './rank-pages.ts'
import { countJoining } from './likely-languages.ts'

/** Words that are less similar are not the same word in another form. */
const SAME_WORD = 0.6

const WORD = /[\p{L}\p{N}]+/gu
const MAX_WORDS = 60
const RUN_LANGUAGES: ReadonlySet<string> = new Set(['ja', 'zh', 'ko'])

/** Questions of one call: each is a search, which takes some milliseconds of a reading thread. */
const MAX_JUDGED = 60
/** After so long the rest is left to the next page: searches of a large site, or beside many others, take longer. */
const MAX_MS = 5_000
/** A passage with fewer of a question's words hardly answers it: of two words it lacks one. */
const MIN_MATCH = 0.6
const MAX_MISSING = 5
const MAX_HEADING = 100

interface GapQuestion extends RangeInput {
  path?: string | undefined
  limit: number
}

interface FoundGaps {
  range: TimeRange
  /** One more than were asked for where there are more. */
  gaps: Gap[]
  /** True where the caller may know the nearest passages. */
  maySeePages: boolean
  /** The last question that was looked at, whether or not it is a gap, where others are left. */
  lookedTo: QuestionRow['key'] | null
  notes: string[]
}

/** Finds the questions, most asked first, that no passage of the site has the words to answer, with the nearest passage. */
export async function findGaps(
  { app, db, principal }: Pick<OrgContext, 'app' | 'db' | 'principal'>,
  site: SiteDb,
  input: GapQuestion,
  after: CursorKey | undefined,
): Promise<FoundGaps> {
  const page = input.path === undefined ? undefined : await readPath(site, input.path)
  const range = await siteRange(site, input, app.now())
  const questions = await site.questions.list({
    ...range.instants,
    path: page?.path,
    engines: [],
    words: [],
    sort: 'frequent',
    limit: MAX_JUDGED + 1,
    after,
  })
  const judged = questions.slice(0, MAX_JUDGED)
  const maySeePages = hasAnyScope(principal, ['sites:read'])
  const { gaps, compared } = await gapsAmong(db.sites.searchedAlone(site), judged, {
    limit: input.limit,
    elapsed: app.elapsed,
  })
  const last = judged[compared - 1]
  return {
    range,
    gaps,
    maySeePages,
    lookedTo: questions.length > compared && last !== undefined ? last.key : null,
    notes: [
      ...notesOnPath(page),
      ...(questions.length === 0
        ? [...(await notesOnDaysBeforeData(site, range)), ...(await notesOnUnknownPath(site, page))]
        : []),
      `${compared} different questions were compared with the pages’ passages, by their words; match is the share of them that the best passage has, under ${MIN_MATCH} is a gap`,
      ...(judged.some(({ text }) => text === null)
        ? ['questions without text cannot be compared; the site keeps topics only']
        : []),
      ...noteOnLanguages(gaps, languageOf(site.row)),
    ],
  }
}

/** A question that no page answers. */
export interface Gap {
  question: Pick<QuestionRow, 'at' | 'seq' | 'count' | 'path' | 'key'> & { text: string }
  /** The share of its words that the best passage has. */
  match: number
  /** Words that the best passage lacks. */
  missing: string[]
  nearest: { path: string; heading: string } | null
  /** True in another language than the site's: words of two languages are not compared. */
  isForeign: boolean
}

const noteOnLanguages = (gaps: readonly Gap[], language: string): string[] =>
  gaps.some(({ isForeign }) => isForeign)
    ? [`some are in another language than the site (${language}), whose pages may answer them`]
    : []

const languageOf = ({ language }: { language: string | null }): string => language ?? 'en'

/**
 * Finds the gaps among questions, in their order, as far as it gets: one more than `limit` where there are more. Answers
 * also how many of the questions it has looked at.
 */
async function gapsAmong(
  sites: SearchedSites,
  questions: readonly QuestionRow[],
  { limit, elapsed }: { limit: number; elapsed: MonotonicClock },
): Promise<{ gaps: Gap[]; compared: number }> {
  const languages = sites.rows.map(languageOf)
  const gaps: Gap[] = []
  const endsAt = elapsed() + MAX_MS
  let compared = 0
  for (const question of questions) {
    if (gaps.length > limit || (compared > 0 && elapsed() > endsAt)) break
    compared++
    const gap = await gapOf(sites, question, languages)
    if (gap) gaps.push(gap)
  }
  return { gaps, compared }
}

/** Judges a question; undefined where a passage has its words, or it has none. */
async function gapOf(
  sites: SearchedSites,
  { text, ...question }: QuestionRow,
  languages: readonly string[],
): Promise<Gap | undefined> {
  if (text === null) return undefined
  const query = readQuery(text, languages)
  if (query.terms.length === 0) return undefined
  const hits = await sites.passages(query)
  const { match, best, missing } = judgeAnswer(
    query.terms,
    hits.filter(({ isRead }) => isRead),
  )
  if (match >= MIN_MATCH && !lacksName(query, missing)) return undefined
  return {
    question: { ...question, text },
    match,
    missing: missing.slice(0, MAX_MISSING),
    nearest: best
      ? { path: best.path, heading: best.heading.slice(0, MAX_HEADING).toWellFormed() }
      : null,
    isForeign: languages.every((language) => isInOtherLanguage(text, language)),
  }
}

/** A name that stands nowhere is what the question is about, however many of its other words a passage has. */
const lacksName = ({ wanted }: SearchQuery, missing: readonly string[]): boolean =>
  wanted.some(({ isName, forms }) => {
    const words = forms[0]?.words ?? []
    return isName && words.length > 0 && words.every((word) => missing.includes(word))
  })

/** True for a question whose joining words are plainly those of another language; a few words alone tell nothing. */
function isInOtherLanguage(question: string, language: string): boolean {
  const own = language.slice(0, 2)
  if (hasCjkRuns(question)) return !RUN_LANGUAGES.has(own)
  const words = (question.toLowerCase().match(WORD) ?? []).slice(0, MAX_WORDS)
  const others = STOP_WORD_LANGUAGES.filter((name) => name !== own)
  const most = Math.max(...others.map((name) => countJoining(words, name)))
  return most > countJoining(words, own) + 1
}

/** How well the pages of a site answer a question, by its words. */
interface JudgedAnswer {
  /** The share of the question's words, from 0 to 1, that the best passage has, with its heading and the page's title. */
  match: number
  /** The best passage; undefined where none has any of the words. */
  best: PassageHit | undefined
  /** Words of the question that no passage has, in any form. */
  missing: string[]
}

/** Judges what a search found for a question. Equal input gives equal output. */
function judgeAnswer(terms: readonly string[], hits: readonly PassageHit[]): JudgedAnswer {
  const fuzzy = new FuzzyTerms(terms)
  const found = terms.map(() => 0)
  let [match, best]: [number, PassageHit | undefined] = [0, undefined]
  for (const hit of hits) {
    const shares = sharesOf(fuzzy, [hit.title ?? '', hit.path, hit.heading, hit.text].join('\n'))
    for (const [i, share] of shares.entries()) found[i] = Math.max(found[i] ?? 0, share)
    const own = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
    if (own > match) [match, best] = [own, hit]
  }
  return { match, best, missing: terms.filter((_, i) => (found[i] ?? 0) < SAME_WORD) }
}
