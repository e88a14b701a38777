import { setImmediate as turn } from 'node:timers/promises'
import type { QuestionRow } from '../../../db/search/select-questions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { hasAnyScope } from '../../kernel/door/access.ts'
import type { CursorKey } from '../../kernel/credentials/cursor.ts'
import { notesOnPath, readPath } from '../../kernel/names/read-path.ts'
import { notesOnDaysBeforeData, notesOnUnknownPath } from '../../kernel/names/unseen-values.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { type RangeInput, siteRange } from '../../kernel/reads/range.ts'
import type { MonotonicClock } from '../../lib/time/clock.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { type Gap, type GapKind, GapJudge, MIN_MATCH } from './judge-gap.ts'

/** Questions of one call: each is a search, which takes some milliseconds of a reading thread. */
const MAX_JUDGED = 60
/** After so long the rest is left to the next page: searches of a large site, or beside many others, take longer. */
const MAX_MS = 5_000

interface GapQuestion extends RangeInput {
  path?: string | undefined
  kind: GapKind
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

/** Finds gaps of one kind among questions, most asked first, as far as time allows. */
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
    countsReaders: true,
    limit: MAX_JUDGED + 1,
    after,
  })
  const judged = questions.slice(0, MAX_JUDGED)
  const maySeePages = hasAnyScope(principal, ['sites:read'])
  const judge = new GapJudge(site, db.sites.searchedAlone(site))
  const { gaps, compared, foreign } = await gapsAmong(judge, judged, input, app.elapsed)
  const last = judged[compared - 1]
  const withoutText = judged.slice(0, compared).filter(({ text }) => text === null).length
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
      noteOnCompared(input.kind, compared - foreign - withoutText),
      ...(judged.some(({ text }) => text === null)
        ? ['questions without text cannot be compared; the site keeps topics only']
        : []),
      ...(foreign > 0
        ? [
            `${foreign} more are in another language than the page, which may answer them: kind other_language lists them`,
          ]
        : []),
    ],
  }
}

const noteOnCompared = (kind: GapKind, compared: number): string =>
  kind === 'other_language'
    ? 'words of two languages are not compared: whether a page answers these is not known'
    : `${compared} different questions were compared with the page where each was asked, then with the passages of all pages, by their words: a gap has a noun or a name that stands in none of those found, in missing; match is the share of its words that the best passage has, under ${MIN_MATCH} unless a name is missing`

interface GapsAmong {
  gaps: Gap[]
  /** The number of questions that were looked at. */
  compared: number
  /** The number of those that are in another language, where they were not asked for. */
  foreign: number
}

/** Finds the gaps among questions, in their order, as far as it gets: one more than `limit` where there are more. */
async function gapsAmong(
  judge: GapJudge,
  questions: readonly QuestionRow[],
  { limit, kind }: Pick<GapQuestion, 'limit' | 'kind'>,
  elapsed: MonotonicClock,
): Promise<GapsAmong> {
  const among: GapsAmong = { gaps: [], compared: 0, foreign: 0 }
  const endsAt = elapsed() + MAX_MS
  for (const question of questions) {
    if (among.gaps.length > limit || (among.compared > 0 && elapsed() > endsAt)) break
    among.compared++
    // A question that the page answers is judged without a read, and texts of a long page take some milliseconds.
    await turn()
    const gap = await judge.judge(question, kind)
    if (gap === 'other_language') among.foreign++
    else if (gap) among.gaps.push(gap)
  }
  return among
}
