import { brandOf } from '../../../domain/citations/brand.ts'
import { CHECK_STATES } from '../../../domain/citations/engine-answer.ts'
import { defineSiteRead } from '../../../kernel/reads/define-site-read.ts'
import type { SiteQuestion } from '../../../kernel/reads/site-question.ts'
import { compareRule, rangeRule } from '../../../kernel/reads/site-rules.ts'
import { budgetOf } from '../../../kernel/reads/token-budget.ts'
import { Table } from '../../../kernel/reads/table.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'
import { formatRange } from '../../../lib/time/time-range.ts'
import { type AnalyticsResult, Compare } from '../../analytics/face.ts'
import type { AnsweredCell } from '../../../../db/citations/citation-sets.ts'
import { toCitationRun } from '../runs/run.ts'
import { checkFields, checkFilterOf, engineRule, tagRule } from './check-fields.ts'
import {
  type CitationsQuestion,
  readCitationNumbers,
  readCitationSets,
} from './citation-numbers.ts'
import {
  CitationsAnswer,
  competitorsOf,
  countedParts,
  coveredOf,
  summaryOf,
  volatilityOf,
} from './citations-answer.ts'
import { proofsOfQueries } from './answered-cells.ts'
import { visibilityOf } from './visibility.ts'
import { citationsTable } from './citations-table.ts'

const LATEST_RUNS = 10

/**
 * GET /citations/:siteId and get_citations: returns whether engines cite the site, for which queries, who is cited in
 * its place, and how certain the numbers are.
 */
export const getCitations = defineSiteRead({
  name: 'citations.read',
  summary: 'Whether AI engines cite the site, by engine and query, and who is cited instead',
  anyOf: ['citations:read'],
  // Keys without readers' words may read queries: the owner chose each of them, also those of readers, to be asked
  // elsewhere.
  withoutWords: true,
  path: '/citations/:siteId',
  fields: { ...checkFields, compare: Compare.default('previous_period') },
  rules: [rangeRule, compareRule, engineRule, tagRule],
  read: readCitations,
  answer: CitationsAnswer,
  toAnswer: (found) => found,
  toolAnswer: Table,
  toToolAnswer: (found, { ctx, site }) =>
    citationsTable(found, site.row.domain, budgetOf(ctx.caller, {})),
})

async function readCitations(
  question: SiteQuestion,
  asked: CitationsQuestion,
): Promise<CitationsAnswer> {
  const { site, now } = question
  const { filter, range } = await checkFilterOf(site, asked, now)
  const cells = await site.citationSets.answeredCells(filter)
  // These two reads do not need each other's results, so two reading threads do them at the same time.
  const [{ whole, engines, queries }, sets] = await Promise.all([
    readCitationNumbers(question, asked, { filter, cells }),
    readCitationSets(question, asked, { filter, range, cells }),
  ])
  const byQuery = countedParts(queries, 2)
  const queryIds = byQuery.map(({ names: [id = ''] }) => id)
  const proofs = await proofsOfQueries(site.citationSets, filter, { cells, queryIds })
  const runs = await site.citationRuns.list({}, LATEST_RUNS)
  return {
    range: formatRange(range),
    timezone: site.row.rollup_timezone,
    comparedWith: whole.comparison?.range ?? null,
    summary: summaryOf(whole),
    states: Object.fromEntries(
      CHECK_STATES.map((state) => [state, sets.states.get(state) ?? 0]),
    ) as CitationsAnswer['states'], // @NOTE every state is a key
    coverage: coveredOf(sets.coverage.queries),
    engineCoverage: coveredOf(sets.coverage.engines),
    visibility: visibilityOf(whole),
    sampleTier: whole.sampleTier,
    byEngine: byEngineOf(engines, cells),
    queries: sets.coverage.queries.answered,
    byQuery: byQuery.map(({ names: [id = '', text = ''], ...part }) => ({
      id,
      text,
      checkId: proofs.get(id) ?? null,
      ...part,
    })),
    ownPages: sets.ownPages,
    sources: sets.sources.map(({ owner, ...source }) => ({
      ...source,
      owner: owner === 'competitor' ? owner : 'other',
    })),
    competitors: competitorsOf(brandOf(site.row), sets),
    newPages: sets.newPages ?? null,
    lostPages: sets.lostPages ?? null,
    volatility: volatilityOf(sets),
    runs: runs.map(toCitationRun),
    notes: [...noteOnInvented(asked, sets), ...noteOnPages(sets), ...whole.notes],
  }
}

/**
 * Lists the numbers of each engine and way of asking it; where all were asked in one way, rows do not have the way, and
 * it is taken from `cells`.
 */
function byEngineOf(
  engines: AnalyticsResult,
  cells: readonly AnsweredCell[],
): CitationsAnswer['byEngine'] {
  const names = engines.columns.filter(({ kind }) => kind === 'dimension').length
  const known = new Map(cells.map(({ engine, access }) => [engine, access]))
  return countedParts(engines, names).map(({ names: [engine = '', access], ...part }) => ({
    engine,
    access: access ?? known.get(engine) ?? '',
    ...part,
  }))
}

type Sets = Awaited<ReturnType<typeof readCitationSets>>

/** Returns a note on how many citations of the site are in no list of pages, where there are any. */
const noteOnPages = ({ unknownPages }: Sets): string[] =>
  unknownPages === 0
    ? []
    : [
        `${pluralize(unknownPages, 'citation')} of the site by addresses that lead there by way of the engine: which pages they are is not known, so lists of pages leave them out`,
      ]

/** Returns a note where the range has only invented answers. */
const noteOnInvented = ({ engine }: CitationsQuestion, { states, invented }: Sets): string[] =>
  engine === undefined && states.size === 0 && invented.size > 0
    ? ['only invented answers are here, which count where engine is fake']
    : []
