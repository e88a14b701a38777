import type { SiteDb } from '../../../db/site-db.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { type Cell, shortNumber, Table } from '../../kernel/reads/table.ts'
import type { SitesQuestion } from '../../kernel/reads/sites-question.ts'
import { type Budget, budgetOf, rowsWithinBudget } from '../../kernel/reads/token-budget.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { RangeInput } from '../../kernel/reads/range.ts'
import { keptMonthsOf } from '../../kernel/verdicts/kept-days.ts'
import type { JudgedChange } from '../../kernel/verdicts/judged-change.ts'
import { verdictColumns } from './verdict-columns.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { legalMetrics } from './legality.ts'
import { addsUpOverSites } from './metric-value.ts'
import { type MetricId, OVERVIEW_METRICS } from './metrics.ts'
import { type AnalyticsQuery, AnalyticsResult, completeQuery } from './query.ts'
import { questionRules } from './query-rules.ts'
import { questionFields } from './question-fields.ts'
import { runQuery } from './run-query.ts'
import { answerFrame } from './ask-site.ts'
import { askSites } from './ask-sites.ts'
import { SITE } from './sites-plan.ts'
import { SitesResult } from './sites-result.ts'
import { toldChange } from './told-change.ts'

interface OverviewQuestion extends RangeInput {
  compare: string
  filters?: AnalyticsQuery['filters']
}

/** Reads every metric that the filters allow, over one range. These are more metrics than one query may name. */
export async function readOverview(
  ctx: Pick<OrgContext, 'app' | 'principal'>,
  site: SiteDb,
  { range, from, to, compare, filters = [] }: OverviewQuestion,
  minAskers = MIN_ASKERS,
) {
  const { metrics, notes } = overviewMetrics(filters)
  const query = completeQuery({ range, from, to, compare, filters, metrics })
  const { result } = await runQuery(site, query, {
    now: ctx.app.now(),
    cursors: ctx.app.cursors,
    keptMonths: keptMonthsOf(ctx),
    minAskers,
  })
  return { metrics, result: { ...result, notes: [...result.notes, ...notes] } }
}

/** Returns the metrics of an overview that the filters allow, and a note on the others. */
function overviewMetrics(filters: AnalyticsQuery['filters']) {
  const legal = new Set<MetricId>(legalMetrics([], filters))
  const left = OVERVIEW_METRICS.filter((id) => !legal.has(id))
  return {
    metrics: OVERVIEW_METRICS.filter((id) => legal.has(id)),
    notes: left.length === 0 ? [] : [`left out, for these filters: ${left.join(', ')}`],
  }
}

/**
 * GET /analytics/:siteId/overview, /analytics/overview and get_overview: every metric over a range, with the range that
 * it is compared with.
 */
export const getOverview = defineSiteRead({
  name: 'analytics.readOverview',
  summary: 'Every metric of one site, with the change against the period before',
  anyOf: ['analytics:read'],
  withoutWords: true,
  path: '/analytics/:siteId/overview',
  fields: questionFields,
  rules: questionRules,
  read: ({ ctx, site, minAskers }, input) => readOverview(ctx, site, input, minAskers),
  answer: AnalyticsResult,
  toAnswer: ({ result }) => result,
  toolAnswer: Table,
  toToolAnswer({ metrics, result }, { site }) {
    const { totals, intervals, comparison } = result
    const lines = metrics.map((id) => lineOf([id], id, { totals, intervals, comparison }))
    return {
      ...answerFrame(site, result),
      ...linesTable(['metric'], lines, comparison),
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
  const { result, frame, judgeApart } = await askSites(question, query, MAX_SITES)
  const told = [...result.notes, ...notes]
  return { result: { ...result, notes: told }, frame: { ...frame, notes: told }, judgeApart }
}

/**
 * Answers an overview of several sites: one sum for each metric that adds up over sites, and a value for each site for
 * the other metrics.
 */
async function sitesOverview(
  { result, frame, judgeApart }: Awaited<ReturnType<typeof readSitesOverview>>,
  budget: Budget,
): Promise<Table> {
  const { totals, intervals, comparison, columns } = result
  const metrics = columns.slice(1).map(({ name }) => name as MetricId)
  const sums = metrics
    .filter(addsUpOverSites)
    .map((id) => lineOf([ALL, id], id, { totals, intervals, comparison }))
  const apart = metrics.filter((id) => !addsUpOverSites(id))
  const judged = comparison === null ? undefined : await judgeApart(apart)
  const ofSites = result.rows.flatMap((row, i) =>
    apart.map((id) => {
      const at = metrics.indexOf(id)
      const change = judged?.(i, id)
      return lineOf([row[0] ?? null, id], id, {
        totals: { [id]: numberOrNull(row[at + 1]) },
        intervals: result.rowIntervals[i] ?? {},
        comparison: comparison && {
          ...comparison,
          totals: { [id]: numberOrNull(comparison.rows[i]?.[at]) },
          verdicts: change ? { [id]: change } : {},
        },
      })
    }),
  )
  const table = linesTable(['site', 'metric'], [...sums, ...ofSites], comparison)
  const { rows } = table
  const kept = rows.slice(0, rowsWithinBudget(rows, { ...frame, columns: table.columns }, budget))
  const more = rows.length - kept.length
  return {
    ...frame,
    notes: [
      ...(frame.notes ?? []),
      ...(more > 0
        ? [`${rows.length} rows in all; get_breakdown by site has those that are left`]
        : []),
    ],
    columns: table.columns,
    rows: kept,
    nextCursor: null,
  }
}

const numberOrNull = (cell: Cell | undefined) => (typeof cell === 'number' ? cell : null)

const ALL = '(all)'

type Numbers = Pick<AnalyticsResult, 'totals' | 'intervals' | 'comparison'>

/** One line of the table of an overview: a metric with its interval, and the change with its verdict. */
interface Line {
  cells: Cell[]
  judged: JudgedChange | null
}

function lineOf(names: Cell[], id: MetricId, { totals, intervals, comparison }: Numbers): Line {
  const value = totals[id] ?? null
  const [low, high] = intervals[id]?.ci95 ?? [null, null]
  const cells = [...names, ...[value, low, high].map(shortNumber)]
  if (!comparison) return { cells, judged: null }
  const before = comparison.totals[id] ?? null
  const judged = comparison.verdicts[id] ?? null
  const change = toldChange(id, { value, before }, comparison, judged)
  return { cells: [...cells, shortNumber(before), change], judged }
}

function linesTable(
  names: readonly string[],
  lines: readonly Line[],
  comparison: AnalyticsResult['comparison'],
): Pick<Table, 'columns' | 'rows'> {
  const columns = [...names, 'value', 'ci95_low', 'ci95_high']
  if (!comparison) return { columns, rows: lines.map(({ cells }) => cells) }
  const verdicts = verdictColumns(lines.map(({ judged }) => judged))
  return {
    columns: [...columns, 'previous', 'change_pct', ...verdicts.names],
    rows: lines.map(({ cells }, i) => [...cells, ...verdicts.cells(i)]),
  }
}
