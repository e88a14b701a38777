import type { SiteDb } from '../../../db/site-db.ts'
import { SiteReference } from '../../kernel/inputs.ts'
import type { OrgContext } from '../../kernel/operation.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { Range } from '../../kernel/range.ts'
import type { Table } from '../../kernel/table.ts'
import { legalMetrics } from './legality.ts'
import { countedMetrics } from './plan-query.ts'
import { queryRulesBy } from './query-rules.ts'
import type { MetricId } from './metrics.ts'
import { Compare, AnalyticsFilters, completeQuery, type AnalyticsQuery } from './query.ts'
import { runQuery } from './run-query.ts'

/** Arguments that every analytics tool takes, in the words of the query. */
export const toolArguments = {
  site: SiteReference,
  range: Range,
  compare: Compare.default('previous_period'),
  filters: AnalyticsFilters,
}

/** The metrics of a table that names none: what readers do, and the one rate that most look for. */
const TABLE_METRICS: readonly MetricId[] = [
  'impressions',
  'ai_clicks',
  'shares',
  'questions',
  'ai_referrals',
  'ai_ctr',
]

/** Chooses the metrics of a table that names none, as far as its dimensions and filters allow them. */
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

/** What a table refuses besides its schema. */
export const tableRules = queryRulesBy(
  ({ metrics, dimensions, filters }) =>
    metrics ??
    tableMetrics({ dimensions: [...dimensions], filters }) ??
    countedMetrics({ dimensions, filters }),
)

/**
 * Runs a tool's query and gives the context of its rows. `maxRows` replaces the limit for a tool that has none, where
 * the token budget cuts the rows.
 */
export async function runToolQuery(
  { app }: OrgContext,
  site: SiteDb,
  fields: Partial<AnalyticsQuery>,
  maxRows?: number,
) {
  const query = completeQuery(fields)
  const answer = await runQuery(
    site,
    { ...query, limit: maxRows ?? query.limit },
    {
      now: app.now(),
      cursors: app.cursors,
      minAskers: MIN_ASKERS,
    },
  )
  const { result } = answer
  const { timezone, comparison } = result
  const frame: Pick<Table, 'site' | 'range' | 'comparedWith' | 'notes'> = {
    site: site.row.domain,
    range: { timezone, ...result.range },
    ...(comparison && { comparedWith: comparison.range }),
    notes: result.notes,
  }
  return { frame, ...answer }
}
