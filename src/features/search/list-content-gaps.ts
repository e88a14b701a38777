import * as z from 'zod'
import type { QuestionRow } from '../../../db/search/select-questions.ts'
import type { SearchedSites } from '../../../db/search/searched-sites.ts'
import { hasAnyScope } from '../../kernel/access.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { PagePath, SiteReference, tablePage } from '../../kernel/inputs.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { notesOnPath, readPath } from '../../kernel/names/read-path.ts'
import { notesOnDaysBeforeData, notesOnUnknownPath } from '../../kernel/names/unseen-values.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { pageOfRows } from '../../kernel/page-of-rows.ts'
import { Range } from '../../kernel/range.ts'
import { siteRange } from '../../kernel/site-range.ts'
import { shortNumber } from '../../kernel/numbers.ts'
import { Table, type Cell } from '../../kernel/table.ts'
import type { MonotonicClock } from '../../lib/time/clock.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { judgeAnswer } from './judge-answer.ts'
import { isInOtherLanguage } from './other-language.ts'
import { readQuery, type SearchQuery } from './search-query.ts'

/** Questions of one call: each is a search, which takes some milliseconds of a reading thread. */
const MAX_JUDGED = 60
/** After so long the rest is left to the next page: searches of a large site, or beside many others, take longer. */
const MAX_MS = 5_000
/** A passage with fewer of a question's words hardly answers it: of two words it lacks one. */
const MIN_MATCH = 0.6
const MAX_MISSING = 5
const MAX_HEADING = 100

/** Lists the questions, most asked first, that no passage of the site has the words to answer, with the nearest passage. */
export const listContentGaps = defineOperation({
  name: 'questions.gaps',
  summary: 'Questions of readers that no page of a site answers',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: z.strictObject({
    site: SiteReference,
    path: PagePath.optional(),
    range: Range,
    ...tablePage,
  }),
  output: Table,
  async handler({ app, db, principal }, input) {
    const site = await findSite(db, input.site)
    const page = input.path === undefined ? undefined : await readPath(site, input.path)
    const range = await siteRange(site, { range: input.range }, app.now())
    const binding = cursorBinding(`list_content_gaps ${site.row.id}`, input)
    const questions = await site.questions.list({
      ...range.instants,
      path: page?.path,
      engines: [],
      words: [],
      sort: 'frequent',
      limit: MAX_JUDGED + 1,
      after: input.cursor === undefined ? undefined : app.cursors.open(binding, input.cursor),
    })
    const judged = questions.slice(0, MAX_JUDGED)
    const maySeePages = hasAnyScope(principal, ['sites:read'])
    const { gaps, compared } = await gapsAmong(db.sites.searchedAlone(site), judged, {
      limit: input.limit,
      elapsed: app.elapsed,
    })
    const rows = gaps.map(({ cells, key }) => ({
      cells: maySeePages ? cells : cells.slice(0, -PAGE_COLUMNS.length),
      key,
    }))
    const paged = pageOfRows(rows, input, binding, app.cursors)
    const last = judged[compared - 1]
    const isMore = questions.length > compared && last !== undefined
    return {
      site: site.row.domain,
      range: { ...formatRange(range), timezone: site.row.rollup_timezone },
      columns: [...COLUMNS, ...(maySeePages ? PAGE_COLUMNS : [])],
      untrusted: ['question', 'path', 'missing', ...(maySeePages ? PAGE_COLUMNS : [])],
      ...paged,
      // A page without a cut goes on after the last question that was looked at, whether or not that is a gap.
      nextCursor: paged.nextCursor ?? (isMore ? app.cursors.sign(binding, last.key) : null),
      notes: [
        ...notesOnPath(page),
        ...(questions.length === 0
          ? [
              ...(await notesOnDaysBeforeData(site, range)),
              ...(await notesOnUnknownPath(site, page)),
            ]
          : []),
        `${compared} different questions were compared with the pages’ passages, by their words; match is the share of them that the best passage has, under ${MIN_MATCH} is a gap`,
        ...(judged.some(({ text }) => text === null)
          ? ['questions without text cannot be compared; the site keeps topics only']
          : []),
        ...noteOnLanguages(gaps, languageOf(site.row)),
        ...(maySeePages ? [] : ['nearest_page and nearest_passage need sites:read']),
      ],
    }
  },
})

const COLUMNS = ['question', 'count', 'path', 'match', 'missing']
const PAGE_COLUMNS = ['nearest_page', 'nearest_passage']

interface Gap {
  cells: Cell[]
  key: QuestionRow['key']
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
    const cells = await gapOf(sites, question, languages)
    if (!cells) continue
    const { text, key } = question
    const isForeign = languages.every((language) => isInOtherLanguage(text ?? '', language))
    gaps.push({ cells, key, isForeign })
  }
  return { gaps, compared }
}

/** Answers the row of a question; undefined where a passage has its words, or it has none. */
async function gapOf(
  sites: SearchedSites,
  { text, count, path }: QuestionRow,
  languages: readonly string[],
): Promise<Cell[] | undefined> {
  if (text === null) return undefined
  const query = readQuery(text, languages)
  if (query.terms.length === 0) return undefined
  const hits = await sites.passages(query)
  const { match, best, missing } = judgeAnswer(
    query.terms,
    hits.filter(({ isRead }) => isRead),
  )
  if (match >= MIN_MATCH && !lacksName(query, missing)) return undefined
  return [
    text,
    count,
    path,
    shortNumber(match),
    missing.slice(0, MAX_MISSING).join(' ') || null,
    best?.path ?? null,
    best?.heading.slice(0, MAX_HEADING).toWellFormed() || null,
  ]
}

/** A name that stands nowhere is what the question is about, however many of its other words a passage has. */
const lacksName = ({ wanted }: SearchQuery, missing: readonly string[]): boolean =>
  wanted.some(({ isName, forms }) => {
    const words = forms[0]?.words ?? []
    return isName && words.length > 0 && words.every((word) => missing.includes(word))
  })
