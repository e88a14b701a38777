import type { SiteQuestion } from '../../kernel/reads/site-question.ts'
import type { Table } from '../../kernel/reads/table.ts'
import { legalMetrics } from './legality.ts'
import type { MetricId } from './metrics.ts'
import { completeQuery, type AnalyticsQuery, type AnalyticsResult } from './query.ts'
import { withOneMore } from '../../kernel/reads/paging.ts'
import { keptMonthsOf } from '../../kernel/verdicts/kept-days.ts'
import type { RowCount } from '../../kernel/reads/token-budget.ts'
import { countedMetrics, groupedFactQuery } from './plan-query.ts'
import { startQueryRun } from './query-run.ts'
import { assertMayCount, queryRulesBy } from './query-rules.ts'
import { runQuery } from './run-query.ts'
import type { SiteDb } from '../../../db/site-db.ts'

/** The metrics of a table whose question names none: the acts of readers, and the one rate that is asked for most. */
const TABLE_METRICS: readonly MetricId[] = [
  'impressions',
  'ai_clicks',
  'shares',
  'questions',
  'ai_referrals',
  'ai_ctr',
]

/** Chooses the metrics of a table whose question names none: the usual ones that its dimensions and filters allow. */
export function tableMetrics({
  metrics,
  dimensions = [],
  filters = [],
}: Partial<AnalyticsQuery>): MetricId[] | undefined {
  if (metrics) return metrics
  const legal = legalMetrics(dimensions, filters)
  const usual = TABLE_METRICS.filter((id) => legal.includes(id))
  return usual.length > 0 ? usual : undefined
}

/** The rules that a question of a table must meet, besides its schema. */
export const tableRules = queryRulesBy(
  ({ metrics, dimensions, filters }) =>
    metrics ??
    tableMetrics({ dimensions: [...dimensions], filters }) ??
    countedMetrics({ dimensions, filters }),
)

/**
 * Completes a query about one site and runs it. `maxRows` replaces `limit`, for a tool that has no argument `limit`.
 */
export const askSite = (
  question: SiteQuestion,
  fields: Partial<AnalyticsQuery>,
  maxRows?: number,
) => askWhole(question, completeQuery(fields), maxRows)

/**
 * Runs the query of a question; returns its answer with the context of the rows, and a function that counts all rows.
 */
export async function askWhole(
  { ctx, site, now, minAskers }: SiteQuestion,
  query: AnalyticsQuery,
  maxRows?: number,
) {
  assertMayCount(ctx.principal, query)
  const limit = maxRows ?? query.limit
  const { cursors } = ctx.app
  const services = { now, cursors, minAskers, keptMonths: keptMonthsOf(ctx) }
  const answer = await runQuery(site, { ...query, limit }, services)
  return {
    frame: answerFrame(site, answer.result),
    ...answer,
    countRows: () => countRows(site, query, answer.result, { now, minAskers }),
  }
}

/** The most rows that are counted to say how many a whole answer has. */
const MAX_COUNTED = 100_000

/**
 * Counts all rows of a query, of which an answer may hold only a part; beyond `MAX_COUNTED` it says that there are
 * more.
 */
async function countRows(
  site: SiteDb,
  query: AnalyticsQuery,
  { rows, truncated, query: asked }: AnalyticsResult,
  services: { now: number; minAskers: number },
): Promise<RowCount> {
  if (!truncated && query.cursor === undefined) return { rows: rows.length, isMore: false }
  // @NOTE the answer shows its filters as they were read.
  const { filters } = asked as Pick<AnalyticsQuery, 'filters'>
  const run = await startQueryRun(site, { ...query, filters }, services)
  const isFilled =
    query.fill === 'zero' && run.plan.grain !== null && run.plan.dimensions.length === 0
  if (isFilled && query.having.length === 0) return { rows: run.buckets.length, isMore: false }
  const counted = { ...groupedFactQuery(run, run.range), limit: withOneMore(MAX_COUNTED) }
  const found = await site.countFacts(counted)
  return { rows: Math.min(found, MAX_COUNTED), isMore: found > MAX_COUNTED }
}

/** Returns the parts of a table that describe its rows: site, range, compared range and notes. */
export const answerFrame = (
  { row }: SiteDb,
  { timezone, range, comparison, notes }: AnalyticsResult,
): Pick<Table, 'site' | 'range' | 'comparedWith' | 'notes'> => ({
  site: row.domain,
  range: { timezone, ...range },
  ...(comparison && { comparedWith: comparison.range }),
  notes,
})
