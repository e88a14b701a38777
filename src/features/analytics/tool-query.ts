import type * as z from 'zod'
import { findSite } from '../../kernel/find-site.ts'
import { SiteReference } from '../../kernel/inputs.ts'
import type { OrgContext } from '../../kernel/operation.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { Range } from '../../kernel/range.ts'
import type { Table } from '../../kernel/table.ts'
import { AnalyticsQuery, Compare, Filters } from './query.ts'
import { runQuery } from './run-query.ts'

/** Arguments that every analytics tool takes; the words are those of the query. */
export const toolArguments = {
  site: SiteReference,
  range: Range,
  compare: Compare.default('previous_period'),
  filters: Filters,
}

/**
 * Runs a tool's query and gives what stands around its rows. `maxRows` takes the place of the limit for a tool that has
 * none: what an answer may cost cuts its rows.
 */
export async function runToolQuery(
  { app, db }: OrgContext,
  reference: string,
  query: Partial<z.input<typeof AnalyticsQuery>>,
  maxRows?: number,
) {
  const site = await findSite(db, reference)
  const parsed = AnalyticsQuery.parse(query)
  const answer = await runQuery(
    site,
    { ...parsed, limit: maxRows ?? parsed.limit },
    {
      now: app.now(),
      cursors: app.cursors,
      minAskers: MIN_ASKERS,
    },
  )
  const { result } = answer
  const { timezone, comparison } = result
  const frame: Pick<Table, 'site' | 'range' | 'comparedWith' | 'notes'> = {
    site: site.row.id,
    range: { ...result.range, timezone },
    ...(comparison && { comparedWith: comparison.range }),
    notes: result.notes,
  }
  return { ...answer, frame }
}
