import type { AnsweredCell } from '../../../../db/citations/citation-sets.ts'
import type { CheckFilter } from '../../../../db/citations/check-conditions.ts'
import { UNKNOWN_PAGE } from '../../../../db/citations/unknown-page.ts'
import { type RangeInput, comparedRange } from '../../../kernel/reads/range.ts'
import type { SiteQuestion } from '../../../kernel/reads/site-question.ts'
import type { TimeRange } from '../../../lib/time/time-range.ts'
import { areAskedOneWay, coverageOf, proofsOfCompetitors } from './answered-cells.ts'
import { type AnalyticsFilter, type AnalyticsResult, askSite } from '../../analytics/face.ts'

/** The metrics of the whole, in their order; the first is the filter. */
export const SUMMARY_METRICS = [
  'citation_rate',
  'citation_checks',
  'mention_rate',
  'sov_citation',
  'sov_mention',
  'source_share',
  'avg_position',
  'prominence',
  'recommendation_rate',
  'sentiment_avg',
] as const

/** The metrics of an engine or a query. */
export const PART_METRICS = [
  'citation_rate',
  'citation_checks',
  'mention_rate',
  'avg_position',
] as const

/** Queries that an answer lists, those that cite the site least first. */
export const MAX_QUERIES = 100
const MAX_ENGINES = 20
export const MAX_OWN_PAGES = 50
const MAX_DOMAINS = 50
/** Cited pages of each of two ranges that are set against each other. */
const MAX_COMPARED_PAGES = 5_000
/** Runs that are compared with those before them: following the domains of all runs of a year takes seconds. */
export const VOLATILE_RUNS = 50

export interface CitationsQuestion extends RangeInput {
  engine?: string | undefined
  queryId?: string | undefined
  tag?: string | undefined
  branded?: boolean | undefined
  compare: string
}

/** Of one query, or a run, whether it is branded or not. */
const ANY_BRANDED: AnalyticsFilter = { dimension: 'branded', op: 'in', values: ['true', 'false'] }

function numberFilters(
  { queryId }: CitationsQuestion,
  { engine, tag, isBranded }: CheckFilter,
): AnalyticsFilter[] {
  return [
    ...(engine === undefined ? [] : [is('engine', engine)]),
    ...(tag === undefined ? [] : [is('tag', tag)]),
    ...(queryId === undefined ? [] : [is('queryId', queryId)]),
    // Where it is not named, the numbers leave branded queries out by themselves, and say so.
    ...(isBranded === true ? [is('branded', 'true')] : []),
    ...(isBranded === undefined ? [ANY_BRANDED] : []),
  ]
}

const is = (dimension: AnalyticsFilter['dimension'], value: string): AnalyticsFilter => ({
  dimension,
  op: 'is',
  values: [value],
})

/** Counts what engines answered, as a whole, by engine and by query: the numbers of the query engine. */
export async function readCitationNumbers(
  question: SiteQuestion,
  asked: CitationsQuestion,
  { filter, cells }: { filter: CheckFilter; cells: readonly AnsweredCell[] },
): Promise<Record<'whole' | 'engines' | 'queries', AnalyticsResult>> {
  const { range, from, to, compare } = asked
  const shared = { range, from, to, filters: numberFilters(asked, filter) }
  const ask = (fields: Parameters<typeof askSite>[1]) => askSite(question, { ...shared, ...fields })
  const whole = await ask({ metrics: [...SUMMARY_METRICS], compare })
  const engines = await ask({
    metrics: [...PART_METRICS],
    // Cells of query and engine are counted once for the whole and for its rows, where nothing else divides these.
    dimensions: areAskedOneWay(cells) ? ['engine'] : ['engine', 'access'],
    orderBy: '-citation_rate',
    limit: MAX_ENGINES,
  })
  const queries = await ask({
    metrics: [...PART_METRICS],
    dimensions: ['queryId', 'query'],
    orderBy: 'citation_rate',
    limit: MAX_QUERIES,
  })
  return {
    whole: whole.result,
    engines: engines.result,
    queries: queries.result,
  }
}

interface AskedSets {
  filter: CheckFilter
  range: TimeRange
  cells: readonly AnsweredCell[]
}

/** Reads who is cited and named over a range, which is no sum of answers. */
export async function readCitationSets(
  { site, now }: SiteQuestion,
  asked: CitationsQuestion,
  { filter, range, cells }: AskedSets,
) {
  const before = comparedRange(asked.compare, range, site.row.rollup_timezone, now)
  const { citationSets } = site
  const cited = await citationSets.citedCompetitors(filter)
  const { pages, unknown } = await citedPages(site, filter)
  const states = await site.citations.states(filter)
  const earlier = before && { ...filter, ...before.instants }
  // Where nothing was answered, a page was neither cited nor left out.
  const isCompared = earlier && states.has('ok') && (await site.citations.states(earlier)).has('ok')
  const pagesBefore = isCompared ? (await citedPages(site, earlier)).pages : undefined
  return {
    coverage: coverageOf(cells),
    unknownPages: unknown,
    ownPages: pages.slice(0, MAX_OWN_PAGES),
    sources: await citationSets.otherDomains(filter, MAX_DOMAINS),
    cited,
    named: await citationSets.namedCompetitors(filter),
    competitorProofs: await proofsOfCompetitors(citationSets, filter, cited),
    volatility: await citationSets.volatility(filter, VOLATILE_RUNS),
    states,
    invented: await site.citations.states({ ...filter, engine: 'fake' }),
    newPages: pagesBefore && addressesWithout(pages, pagesBefore),
    lostPages: pagesBefore && addressesWithout(pagesBefore, pages),
  }
}

/** The own pages that are cited, and how many citations of the site name none: their addresses only lead there. */
async function citedPages({ citationSets }: SiteQuestion['site'], filter: CheckFilter) {
  const pages = await citationSets.ownPages(filter, MAX_COMPARED_PAGES)
  return {
    pages: pages.filter(({ url }) => url !== UNKNOWN_PAGE),
    unknown: pages.find(({ url }) => url === UNKNOWN_PAGE)?.answers ?? 0,
  }
}

/** The addresses of the first list that the second lacks. */
function addressesWithout(
  pages: readonly { url: string }[],
  others: readonly { url: string }[],
): string[] {
  const known = new Set(others.map(({ url }) => url))
  return pages
    .filter(({ url }) => !known.has(url))
    .map(({ url }) => url)
    .slice(0, MAX_OWN_PAGES)
}
