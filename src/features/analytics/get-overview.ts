import type { SiteDb } from '../../../db/site-db.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { type Cell, changeCell, shortNumber, Table } from '../../kernel/reads/table.ts'
import type { SitesQuestion } from '../../kernel/reads/sites-question.ts'
import { type Budget, budgetOf, rowsWithinBudget } from '../../kernel/reads/token-budget.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { RangeInput } from '../../kernel/reads/range.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { legalMetrics } from './legality.ts'
import { addsUpOverSites, comparableValue } from './metric-value.ts'
import { type MetricId, OVERVIEW_METRICS } from './metrics.ts'
import { type AnalyticsQuery, AnalyticsResult, completeQuery } from './query.ts'
import { questionRules } from './query-rules.ts'
import { questionFields } from './question-fields.ts'
import { runQuery } from './run-query.ts'
import { answerFrame } from './ask-site.ts'
import { askSites } from './ask-sites.ts'
import { SITE } from './sites-plan.ts'
import { SitesResult } from './sites-result.ts'

interface OverviewQuestion extends RangeInput {
  compare: string
  filters?: AnalyticsQuery['filters']
}

/** Every metric that the filters allow, over one range; more of them than one query may name. */
export async function readOverview(
  { app }: Pick<OrgContext, 'app'>,
  site: SiteDb,
  { range, from, to, compare, filters = [] }: OverviewQuestion,
  minAskers = MIN_ASKERS,
) {
  const { metrics, notes } = overviewMetrics(filters)
  const query = completeQuery({ range, from, to, compare, filters, metrics })
  const { result } = await runQuery(site, query, {
    now: app.now(),
    cursors: app.cursors,
    minAskers,
  })
  return { metrics, result: { ...result, notes: [...result.notes, ...notes] } }
}

/** The metrics that the filters allow, and a note on the others. */
function overviewMetrics(filters: AnalyticsQuery['filters']) {
  const legal = new Set<MetricId>(legalMetrics([], filters))
  const left = OVERVIEW_METRICS.filter((id) => !legal.has(id))
  return {
    metrics: OVERVIEW_METRICS.filter((id) => legal.has(id)),
    notes: left.length === 0 ? [] : [`left out, for these filters: ${left.join(', ')}`],
  }
}

/** GET /analytics/:siteId/overview, /analytics/overview and get_overview: every metric over a range, beside the range that it is compared with. */
export const getOverview = defineSiteRead({
  name: 'analytics.readOverview',
  summary: 'Every metric of one site, with the change against the period before',
  anyOf: ['analytics:read'],
  path: '/analytics/:siteId/overview',
  fields: questionFields,
  rules: questionRules,
  read: ({ ctx, site, minAskers }, input) => readOverview(ctx, site, input, minAskers),
  answer: AnalyticsResult,
  toAnswer: ({ result }) => result,
  toolAnswer: Table,
  toToolAnswer({ metrics, result }, { site }) {
    const { totals, intervals, comparison } = result
    const rows = metrics.map((id) => [id, ...overviewCells(id, { totals, intervals, comparison })])
    return {
      ...answerFrame(site, result),
      columns: ['metric', ...overviewColumns(comparison !== null)],
      rows,
      nextCursor: null,
    }
  },
  overSites: {
    summary:
      'Every metric of several sites, added up and of each, with the change against the period before',
    read: readSitesOverview,
    answer: SitesResult,
    toAnswer: ({ result }) => result,
    toToolAnswer: (found, { ctx }) => sitesOverview(found, budgetOf(ctx.caller, {})),
  },
})

/** The most sites that one answer has, each with all its metrics. */
const MAX_SITES = 5_000

async function readSitesOverview(question: SitesQuestion, asked: OverviewQuestion) {
  const { range, from, to, compare, filters = [] } = asked
  const { metrics, notes } = overviewMetrics(filters)
  const dimensions = [SITE] as const
  const query = { range, from, to, compare, filters, metrics, dimensions, orderBy: SITE }
  const { result, frame, verdictOf } = await askSites(question, query, MAX_SITES)
  const told = [...result.notes, ...notes]
  return { result: { ...result, notes: told }, frame: { ...frame, notes: told }, verdictOf }
}

/** Shows what may be added up as sums, and what is known by site alone of each site. */
function sitesOverview(
  { result, frame, verdictOf }: Awaited<ReturnType<typeof readSitesOverview>>,
  budget: Budget,
): Table {
  const { totals, intervals, comparison, columns } = result
  const metrics = columns.slice(1).map(({ name }) => name as MetricId)
  const sums = metrics
    .filter(addsUpOverSites)
    .map((id) => [ALL, id, ...overviewCells(id, { totals, intervals, comparison })])
  const apart = metrics.filter((id) => !addsUpOverSites(id))
  const ofSites = result.rows.flatMap((row, i) =>
    apart.map((id) => {
      const at = metrics.indexOf(id)
      const value = row[at + 1] ?? null
      const before = comparison?.rows[i]?.[at] ?? null
      const side = (cell: Cell) => ({ [id]: typeof cell === 'number' ? cell : null })
      return [
        row[0] ?? null,
        id,
        ...overviewCells(id, {
          totals: side(value),
          intervals: result.rowIntervals[i] ?? {},
          comparison: comparison && {
            ...comparison,
            totals: side(before),
            verdicts: { [id]: verdictOf(i, id) ?? 'not_comparable' },
          },
        }),
      ]
    }),
  )
  const rows = [...sums, ...ofSites]
  const kept = rows.slice(
    0,
    rowsWithinBudget(rows, { columns: ['site', 'metric'], ...frame }, budget),
  )
  const more = rows.length - kept.length
  return {
    ...frame,
    notes: [
      ...(frame.notes ?? []),
      ...(more > 0
        ? [`${rows.length} rows in all; get_breakdown by site has those that are left`]
        : []),
    ],
    columns: ['site', 'metric', ...overviewColumns(comparison !== null)],
    rows: kept,
    nextCursor: null,
  }
}

const ALL = '(all)'

const overviewColumns = (isCompared: boolean): string[] => [
  'value',
  'ci95_low',
  'ci95_high',
  ...(isCompared ? ['previous', 'change_pct', 'verdict'] : []),
]

/** Writes a metric, how sure it is, and its change. */
function overviewCells(
  id: MetricId,
  { totals, intervals, comparison }: Pick<AnalyticsResult, 'totals' | 'intervals' | 'comparison'>,
): Cell[] {
  const value = totals[id] ?? null
  const [low, high] = intervals[id]?.ci95 ?? [null, null]
  const numbers = [value, low, high].map(shortNumber)
  if (!comparison) return numbers
  const before = comparison.totals[id] ?? null
  const verdict = comparison.verdicts[id] ?? null
  const change = changeCell(value, comparableValue(id, before, comparison.scale), verdict)
  return [...numbers, shortNumber(before), change, verdict]
}
