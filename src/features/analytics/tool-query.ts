import type { SiteDb } from '../../../db/site-db.ts'
import { SiteReference } from '../../kernel/inputs.ts'
import type { OrgContext } from '../../kernel/operation.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { Range } from '../../kernel/range.ts'
import type { Table } from '../../kernel/table.ts'
import { Compare, AnalyticsFilters, completeQuery, type AnalyticsQuery } from './query.ts'
import { runQuery } from './run-query.ts'

/** Arguments that every analytics tool takes, in the words of the query. */
export const toolArguments = {
  site: SiteReference,
  range: Range,
  compare: Compare.default('previous_period'),
  filters: AnalyticsFilters,
}

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
    range: { ...result.range, timezone },
    ...(comparison && { comparedWith: comparison.range }),
    notes: result.notes,
  }
  return { ...answer, frame }
}
