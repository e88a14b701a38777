import type { EnabledQuery } from '../../../../db/citations/query-store.ts'
import type { SiteDb } from '../../../../db/site-db.ts'
import type { AskableEngine } from '../../../domain/citations/ask-engine.ts'
import { ServiceError } from '../../../kernel/door/errors.ts'
import { SURFACES } from '../../../kernel/door/surface.ts'
import { PLAN_LIMITS, type Plan } from '../../../kernel/plan/plans.ts'
import { assertEngines } from './run-limits.ts'
import type { RunOptions } from './run.ts'
import type { RunTally } from './run-tally.ts'

/**
 * Returns as many of the engines as the plan allows, and a warning about the others. Throws LIMIT_REACHED where the
 * caller named more than that.
 */
export function fittingEngines(
  engines: readonly AskableEngine[],
  { isNamed, plan }: { isNamed: boolean; plan: Plan },
): { fitting: AskableEngine[]; warnings: RunTally['warnings'] } {
  if (isNamed) assertEngines(engines, plan)
  const fitting = engines.slice(0, PLAN_LIMITS[plan].maxCitationEngines)
  const left = engines.length - fitting.length
  return { fitting, warnings: left > 0 ? { ENGINE_LIMIT: left } : {} }
}

/**
 * Finds the queries that a run asks its engines, as many as the plan allows, and a warning about the others. Throws
 * CONFLICT where no query is enabled for its engines.
 */
export async function queriesFor(
  { citationQueries, row }: SiteDb,
  { tags }: Pick<RunOptions, 'tags'>,
  engines: readonly AskableEngine[],
  plan: Plan,
): Promise<{ queries: EnabledQuery[]; warnings: RunTally['warnings'] }> {
  const found = await citationQueries.enabled(
    tags.length > 0 ? tags : undefined,
    engines.map(({ engine }) => engine),
  )
  if (found.length === 0) {
    const path = `${SURFACES.api.base}/citations/${row.id}/queries`
    const which = tags.length > 0 ? `query with these tags` : 'query'
    throw new ServiceError(
      'CONFLICT',
      `There is no ${which} that is enabled for these engines: POST ${path} adds one`,
    )
  }
  const queries = found.slice(0, PLAN_LIMITS[plan].maxCitationQueries)
  const left = found.length - queries.length
  return { queries, warnings: left > 0 ? { QUERY_LIMIT: left } : {} }
}
