import type { AnsweredCell } from '../../../../db/citations/citation-sets.ts'
import type { CheckFilter } from '../../../../db/citations/check-conditions.ts'
import { UNKNOWN_PAGE } from '../../../../db/citations/unknown-page.ts'
import { type RangeInput, comparedRange } from '../../../kernel/reads/range.ts'
import type { SiteQuestion } from '../../../kernel/reads/site-question.ts'
import type { TimeRange } from '../../../lib/time/time-range.ts'
import { areAskedOneWay, coverageOf, proofsOfCompetitors } from './answered-cells.ts'
import { type AnalyticsFilter, type AnalyticsResult, askSite } from '../../analytics/face.ts'

/** The metrics of a site as a whole, in their order; the first is the headline number. */
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

/** The metrics of one engine or one query. */
export const PART_METRICS = [
  'citation_rate',
  'citation_checks',
  'mention_rate',
  'avg_position',
] as const

/** The most queries that an answer lists, those that cite the site least first. */
export const MAX_QUERIES = 100
const MAX_ENGINES = 20
export const MAX_OWN_PAGES = 50
const MAX_DOMAINS = 50
/** The most cited pages that are compared of each of two ranges. */
const MAX_COMPARED_PAGES = 5_000
/**
 * The most runs that are compared with the runs before them: comparing the domains of all runs of a year takes seconds.
 */
export const VOLATILE_RUNS = 50

export interface CitationsQuestion extends RangeInput {
  engine?: string | undefined
  queryId?: string | undefined
  tag?: string | undefined
  branded?: boolean | undefined
  compare: string
}

/** The filter that lets both branded and other queries count, where one query or run is asked for. */
const ANY_BRANDED: AnalyticsFilter = { dimension: 'branded', op: 'in', values: ['true', 'false'] }

function numberFilters(
  { queryId }: CitationsQuestion,
  { engine, tag, isBranded }: CheckFilter,
): AnalyticsFilter[] {
  return [
    ...(engine === undefined ? [] : [is('engine', engine)]),
    ...(tag === undefined ? [] : [is('tag', tag)]),
    ...(queryId === undefined ? [] : [is('queryId', queryId)]),
    // Without a filter by `branded`, the query engine leaves branded queries out by itself, and says so.
    ...(isBranded === true ? [is('branded', 'true')] : []),
    ...(isBranded === undefined ? [ANY_BRANDED] : []),
  ]
}

const is = (dimension: AnalyticsFilter['dimension'], value: string): AnalyticsFilter => ({
  dimension,
  op: 'is',
  values: [value],
})

/** Reads the numbers of the answers of engines, as a whole, by engine and by query, from the query engine. */
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
    // Cells of query and engine are counted once for the whole and for its rows, where the rows are divided by nothing
    // else.
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

/** Reads which pages and competitors are cited and named over a range. These counts are not sums over answers. */
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
  // In a range without answers a page was neither cited nor left out, so its pages are not compared.
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

/**
 * Lists the own pages that are cited, and counts the citations of the site whose address leads to it only by way of the
 * engine, so that their page is not known.
 */
async function citedPages({ citationSets }: SiteQuestion['site'], filter: CheckFilter) {
  const pages = await citationSets.ownPages(filter, MAX_COMPARED_PAGES)
  return {
    pages: pages.filter(({ url }) => url !== UNKNOWN_PAGE),
    unknown: pages.find(({ url }) => url === UNKNOWN_PAGE)?.answers ?? 0,
  }
}

/** Returns the addresses of the first list that are not in the second. */
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
