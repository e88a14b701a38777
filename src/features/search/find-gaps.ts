import { setImmediate as turn } from 'node:timers/promises'
import type { QuestionRow } from '../../../db/search/select-questions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { hasAnyScope } from '../../kernel/door/access.ts'
import type { CursorKey } from '../../kernel/credentials/cursor.ts'
import { notesOnPath, readPath } from '../../kernel/names/read-path.ts'
import { notesOnDaysBeforeData, notesOnUnknownPath } from '../../kernel/names/unseen-values.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { RowCount } from '../../kernel/reads/token-budget.ts'
import { type RangeInput, siteRange } from '../../kernel/reads/range.ts'
import type { MonotonicClock } from '../../lib/time/clock.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { type Gap, type GapKind, GapJudge, MIN_MATCH } from './judge-gap.ts'

/** The most questions that one call judges: each takes a search, which is some milliseconds of a reading thread. */
export const MAX_JUDGED = 60
/**
 * The time in ms after which a call leaves further questions to the next page. Searches of a large site, or among many
 * others, may take that long.
 */
export const MAX_MS = 5_000
/** The most questions that are judged to count the gaps of the whole list, within `COUNT_MS`. */
const MAX_COUNTED = 500
const COUNT_MS = 1_000

interface GapQuestion extends RangeInput {
  path?: string | undefined
  kind: GapKind
  limit: number
}

interface FoundGaps {
  range: TimeRange
  /** The gaps of the page, and one more where there are more than were asked for. */
  gaps: PlacedGap[]
  /** The number of gaps in the whole list, as far as they were counted. */
  total: RowCount
  /** True where the caller may see the nearest passages. */
  maySeePages: boolean
  /** The place of the last question that was looked at, whether or not it is a gap; null where no question is left. */
  lookedTo: CursorKey | null
  notes: string[]
}

/** A gap with its place in the whole list, from 1 on. */
export interface PlacedGap extends Gap {
  place: number
}

/** Returns the place where a list of gaps goes on: after a question, and after a number of gaps. */
export const gapKey = ({ key }: QuestionRow, place: number): CursorKey => [...key, place]

/** Finds the gaps of one kind among the questions of a site, most asked first, as far as time allows. */
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
    limit: MAX_COUNTED + 1,
    after: after?.slice(0, -1),
  })
  const maySeePages = hasAnyScope(principal, ['sites:read'])
  const judge = new GapJudge(site, db.sites.searchedAlone(site))
  const before = Number(after?.at(-1) ?? 0)
  const among = await gapsAmong(judge, questions, input, app.elapsed)
  const { gaps, compared, foreign } = among
  const judged = questions.slice(0, compared)
  const last = judged.at(-1)
  const withoutText = judged.filter(({ text }) => text === null).length
  return {
    range,
    gaps: gaps.map((gap, i) => ({ ...gap, place: before + i + 1 })),
    total: { rows: before + among.counted, isMore: among.isMore },
    maySeePages,
    lookedTo: last && questions.length > compared ? gapKey(last, before + gaps.length) : null,
    notes: [
      ...notesOnPath(page),
      ...(questions.length === 0
        ? [...(await notesOnDaysBeforeData(site, range)), ...(await notesOnUnknownPath(site, page))]
        : []),
      noteOnCompared(input.kind, compared - foreign - withoutText),
      ...(withoutText > 0
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
  /** The gaps of the page, in the order of their questions, and one more where there are more than `limit`. */
  gaps: Gap[]
  /** The number of questions that were judged for the page. */
  compared: number
  /** The number of questions in another language than their page, where gaps of kind `unanswered` are asked for. */
  foreign: number
  /** The number of gaps on the page and after it, as far as they were counted. */
  counted: number
  /** True where questions are left that were not judged. */
  isMore: boolean
}

/** Finds the gaps of a page of the list, and then counts further gaps, each as far as its time allows. */
async function gapsAmong(
  judge: GapJudge,
  questions: readonly QuestionRow[],
  { limit, kind }: Pick<GapQuestion, 'limit' | 'kind'>,
  elapsed: MonotonicClock,
): Promise<GapsAmong> {
  const among: GapsAmong = { gaps: [], compared: 0, foreign: 0, counted: 0, isMore: false }
  const startedAt = elapsed()
  let isOver = false
  for (const [i, question] of questions.entries()) {
    const ms = i === 0 ? 0 : elapsed() - startedAt
    isOver ||= among.gaps.length > limit || i === MAX_JUDGED || ms > MAX_MS
    if (isOver && (i === MAX_COUNTED || ms > COUNT_MS)) return { ...among, isMore: true }
    // A question that the page answers is judged without a read, and texts of a long page take some milliseconds.
    await turn()
    const judged = await judge.judge(question, kind)
    if (judged !== undefined && judged !== 'other_language') among.counted++
    if (!isOver) addJudged(among, judged)
  }
  return among
}

function addJudged(among: GapsAmong, judged: Gap | 'other_language' | undefined): void {
  among.compared++
  if (judged === 'other_language') among.foreign++
  else if (judged) among.gaps.push(judged)
}
