import { setImmediate as turn } from 'node:timers/promises'
import type { MissedQuery } from '../../../db/citations/missed-queries.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { pageFault } from '../../domain/ai-score/fault.ts'
import { lostChecks, readFindings } from '../../domain/ai-score/page-findings.ts'
import { ANY_ASKERS } from '../../domain/topics/privacy.ts'
import type { CursorKey } from '../../kernel/credentials/cursor.ts'
import { assertMaySee, hasAnyScope } from '../../kernel/door/access.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { type RangeInput, siteRange } from '../../kernel/reads/range.ts'
import type { SiteQuestion } from '../../kernel/reads/site-question.ts'
import type { RowCount } from '../../kernel/reads/token-budget.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { MAX_JUDGED, MAX_MS } from './find-gaps.ts'
import { type Gap, GapJudge } from './judge-gap.ts'

/** The most faults that are named of the nearest page. */
const MAX_FINDINGS = 3

/**
 * A query of the Citation Monitor with answers of engines that do not cite the site, and the page of the site that
 * comes nearest to it.
 */
export interface UncitedQuery {
  kind: 'not_cited'
  query: MissedQuery
  /** The number of readers who asked the query in the same words; null where they are too few to be shown. */
  readers: number | null
  /**
   * The share of the query's words, from 0 to 1, that the best passage of the site has; null for a caller who may not
   * read pages.
   */
  match: number | null
  nearest: Gap['nearest']
  /** The faults of the nearest passage's page that lose most points, worst first. */
  findings: string[]
}

interface UncitedInput extends RangeInput {
  path?: string | undefined
}

interface FoundUncited {
  range: TimeRange
  gaps: UncitedQuery[]
  total: RowCount
  maySeePages: boolean
  /** The place of the last query that was looked at; null where no query is left. */
  lookedTo: CursorKey | null
  notes: string[]
}

/** Returns the place where a list of queries goes on after this one. */
export const uncitedKey = ({ missed, queryNum }: MissedQuery): CursorKey => [missed, queryNum]

/** Throws VALIDATION_FAILED where queries of a page are asked for, since queries belong to no page. */
export function assertOfNoPage({ kind, path }: { kind: string; path?: string | undefined }): void {
  if (kind !== 'not_cited' || path === undefined) return
  throw invalidField('path', 'illegal_pair', 'kind not_cited has queries, which belong to no page')
}

/** Finds the queries with answers that do not cite the site, most missed first, as far as time allows. */
export async function findUncited(
  question: SiteQuestion,
  input: UncitedInput,
  { after, limit }: { after: CursorKey | undefined; limit: number },
): Promise<FoundUncited> {
  const { ctx, site, now } = question
  assertMaySee(ctx.principal, 'citations:read')
  const range = await siteRange(site, input, now)
  const rows = await site.missedQueries.list(range.instants, after, limit)
  const maySeePages = hasAnyScope(ctx.principal, ['sites:read'])
  // The last row says that there are more.
  const shown = rows.slice(0, limit - 1)
  const places = maySeePages ? await nearestPlaces(question, shown) : shown.map(() => UNSEEN)
  const looked = shown.slice(0, places.length)
  const last = looked.at(-1)
  return {
    range,
    gaps: await withReadersAndFindings(question, { range, looked, places }),
    total: { rows: rows[0]?.total ?? 0, isMore: false },
    maySeePages,
    lookedTo: last && rows.length > looked.length ? uncitedKey(last) : null,
    notes:
      after === undefined && rows.length === 0
        ? await whyNone(site, range)
        : [COUNTED, ...notesOnReaders(question)],
  }
}

const notesOnReaders = ({ minAskers }: SiteQuestion): string[] =>
  minAskers > ANY_ASKERS
    ? [`readers: people who asked it in the same words, from ${minAskers} on`]
    : []

const COUNTED =
  'missed: answers that do not cite the site, of all answers to the query; the invented engine and queries that name the brand are left out, and an API answers otherwise than its app'

type Place = Awaited<ReturnType<GapJudge['nearestTo']>> | typeof UNSEEN

const UNSEEN = { match: null, pageId: undefined, nearest: null }

/** Finds for each query the passage of the site that comes nearest, as far as time allows: for one query at least. */
async function nearestPlaces(
  { ctx, site }: SiteQuestion,
  queries: readonly MissedQuery[],
): Promise<Place[]> {
  const judge = new GapJudge(site, ctx.db.sites.searchedAlone(site))
  const startedAt = ctx.app.elapsed()
  const places: Place[] = []
  for (const { text } of queries.slice(0, MAX_JUDGED)) {
    if (places.length > 0 && ctx.app.elapsed() - startedAt > MAX_MS) break
    await turn()
    places.push(await judge.nearestTo(text))
  }
  return places
}

async function withReadersAndFindings(
  { site, minAskers }: SiteQuestion,
  {
    range,
    looked,
    places,
  }: { range: TimeRange; looked: readonly MissedQuery[]; places: readonly Place[] },
): Promise<UncitedQuery[]> {
  const texts = looked.map(({ text }) => text)
  const askers = await site.readerQuestions.countAskersOf(range.instants, texts)
  const pageIds = places.flatMap(({ pageId }) => pageId ?? [])
  const findings = await site.pageScores.findingsOf([...new Set(pageIds)])
  return looked.map((query, i) => {
    const { pageId, match, nearest } = places[i] ?? UNSEEN
    const readers = askers[i] ?? 0
    return {
      kind: 'not_cited',
      query,
      readers: minAskers > ANY_ASKERS && readers < minAskers ? null : readers,
      match,
      nearest,
      findings: worstFaults(pageId === undefined ? null : (findings.get(pageId) ?? null)),
    }
  })
}

function worstFaults(stored: string | null): string[] {
  const found = readFindings(stored)
  const lost = found ? lostChecks(found).slice(0, MAX_FINDINGS) : []
  return lost.map((check) => `${check.id} ${pageFault(check)}`)
}

/** Returns the notes that say why no query is listed. */
async function whyNone(site: SiteDb, range: TimeRange): Promise<string[]> {
  const { queries, unbranded, runs, answers } = await site.missedQueries.monitored(range.instants)
  if (queries === 0) {
    return ['the Citation Monitor has no queries yet: POST /citations/:siteId/queries adds them']
  }
  if (unbranded === 0) {
    return ['every query names the site or its brand, and these are left out']
  }
  if (runs === 0) {
    return ['no run has asked an engine yet: POST /citations/:siteId/runs begins one']
  }
  if (answers === 0) return ['no engine has answered a query on these days']
  return [`nothing is missed: of ${pluralize(answers, 'answer')}, each cites the site`]
}
