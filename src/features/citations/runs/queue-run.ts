import type { EnabledQuery } from '../../../../db/citations/query-store.ts'
import type { SiteDb } from '../../../../db/site-db.ts'
import type { TenantDb } from '../../../../db/tenant/tenant-db.ts'
import type { AskableEngine } from '../../../domain/citations/ask-engine.ts'
import type { CitationEngine } from '../../../domain/citations/engines.ts'
import {
  countAffordable,
  isPaid,
  planChecks,
  type PlannedCheck,
} from '../../../domain/citations/run-plan.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import type { Actor } from '../../../kernel/door/principal.ts'
import type { WorkOrigin } from '../../../queue/work-origin.ts'
import { engineSetOf } from './choose-engines.ts'
import { reserveRun } from './run-credits.ts'
import type { RunOptions, StoredOptions } from './run.ts'
import { addRunWarning, RunEngine, type RunTally } from './run-tally.ts'

/** The queue whose jobs ask engines. */
export const CITATION_QUEUE = 'citations'

interface WantedRun {
  engines: readonly AskableEngine[]
  /** The queries that at least one of the engines is to be asked. */
  queries: readonly EnabledQuery[]
  options: RunOptions
  origin: WorkOrigin
  actor: Actor
  /** The most paid checks of the run, in addition to the bound by credits. */
  mostChecks: number
  /** The warnings about parts that the caller has left out of the run already. */
  warnings: RunTally['warnings']
}

/**
 * Writes a run and the job that makes it, in one transaction with the credits that it reserves. The caller wakes the
 * queue after its commit. Returns undefined, and writes nothing, where no credits are left. Throws UniqueViolationError
 * while another run of the site is under way.
 */
export async function queueRun(
  app: AppContext,
  trx: TenantDb,
  site: SiteDb,
  wanted: WantedRun,
): Promise<string | undefined> {
  const { engines, actor } = wanted
  const at = app.now()
  const id = app.newId('run')
  const tally: RunTally = {
    engines: engines.map((engine) => RunEngine.parse(engine)),
    warnings: { ...wanted.warnings },
  }
  const { plan, only } = planOf(wanted)
  const allowed = plan.slice(0, countAffordable(plan, wanted.mostChecks))
  addRunWarning(tally, 'MONTH_LIMIT', plan.length - allowed.length)
  const checks = allowed.filter(isPaid).length
  const { affordable, reserved } = await reserveRun(app, trx, { id, checks, actor })
  const planned = allowed.slice(0, countAffordable(allowed, affordable))
  if (planned.length === 0) return undefined
  addRunWarning(tally, 'CREDIT_LIMIT', allowed.length - planned.length)
  const options: StoredOptions = { ...wanted.options, only }
  await site.citationRuns.insert({
    id,
    origin: wanted.origin,
    isFake: engines.every(({ engine }) => engine === 'fake'),
    engines: JSON.stringify(tally.engines),
    engineSet: engineSetOf(engines),
    basketRevision: site.row.basket_revision,
    queries: JSON.stringify(queriesIn(planned)),
    options: JSON.stringify(options),
    planned: planned.length,
    warnings: JSON.stringify(tally.warnings),
    creditsReserved: reserved,
    requestedBy: JSON.stringify(actor),
    at,
  })
  const { orgId } = trx
  const payload = JSON.stringify({ orgId, runId: id })
  const job = { id, queue: CITATION_QUEUE, runAt: at, payload, groupKey: orgId }
  await trx.jobs.enqueue([job], at)
  return id
}

/**
 * Returns the checks of a run before any limit, and the engines of those queries that are not for all engines: they are
 * stored with the run, since they may change meanwhile.
 */
function planOf({ engines, queries, options }: WantedRun) {
  const bound = queries.flatMap(({ num, engines: own }): [number, CitationEngine[]][] =>
    own ? [[num, [...own]]] : [],
  )
  const plan = planChecks({
    engines: engines.map(({ engine }) => engine),
    queries: queries.map(({ num }) => num),
    only: new Map(bound),
    replicas: options.replicas,
  })
  return { plan, only: Object.fromEntries(bound) }
}

/** Lists the numbers of the queries of checks, each once, in the order in which they are first asked. */
const queriesIn = (checks: readonly PlannedCheck[]): number[] => [
  ...new Set(checks.map(({ queryNum }) => queryNum)),
]
