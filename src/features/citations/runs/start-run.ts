import * as z from 'zod'
import { UniqueViolationError } from '../../../../db/errors.ts'
import { citationEngineNamed } from '../../../domain/citations/engine-named.ts'
import { auditCall } from '../../../kernel/door/audit.ts'
import { ServiceError } from '../../../kernel/door/errors.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import { defineOperation } from '../../../kernel/door/operation.ts'
import { actorOf } from '../../../kernel/door/principal.ts'
import { findSiteById } from '../../../kernel/names/find-site.ts'
import { creditsExhausted } from '../../../kernel/plan/credits.ts'
import { workOriginOf } from '../../../queue/work-origin.ts'
import { TagField } from '../basket/query-input.ts'
import { askableEngines } from '../engines/askable-engines.ts'
import { assertPriced, chooseEngines, readEngineNames } from './choose-engines.ts'
import { CITATION_QUEUE, queueRun } from './queue-run.ts'
import { assertRunAllowed } from './run-limits.ts'
import { fittingEngines, queriesFor } from './run-parts.ts'
import { CitationRun, EngineNames, MaxCostMicros, Replicas, toCitationRun } from './run.ts'

const Input = z.strictObject({
  siteId: PathId.describe('Site id'),
  engines: EngineNames.optional(),
  tags: z.array(TagField).min(1).max(20).optional().describe('Only queries with one of these tags'),
  replicas: Replicas.default(1),
  maxCostMicros: MaxCostMicros.optional().describe(
    'Millionths of a US dollar: once the run has cost as much, the rest is skipped; 422 where the price of an engine is not known',
  ),
})

/**
 * POST /citations/:siteId/runs: starts a run, which asks engines the queries of a site. A site has one run at a time;
 * while one is under way, the answer is that one.
 */
export const startRun = defineOperation({
  name: 'citations.startRun',
  summary: 'Ask AI engines the queries of a site, to see whether they cite it',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: {
    method: 'post',
    path: '/citations/:siteId/runs',
    status: 202,
    metaFields: ['deduplicated'],
  },
  input: Input,
  output: CitationRun.extend({ deduplicated: z.boolean() }),
  rules: [
    (_, { engines }) => void (engines && readEngineNames(engines, 'engines')),
    async ({ app, db, principal: { plan } }, { engines, maxCostMicros = null }) => {
      if (maxCostMicros === null) return
      const named = engines?.map(citationEngineNamed)
      const asked = (await askableEngines(app, db)).filter(({ engine }) =>
        named ? named.includes(engine) : engine !== 'fake',
      )
      assertPriced(fittingEngines(asked, { isNamed: false, plan }).fitting, { maxCostMicros })
    },
  ],
  async handler(ctx, { siteId, engines, tags, replicas, maxCostMicros }) {
    const { app, db } = ctx
    const { plan } = ctx.principal
    const actor = actorOf(ctx.principal)
    const named = engines && readEngineNames(engines, 'engines')
    const options = { tags: tags ?? [], replicas, maxCostMicros: maxCostMicros ?? null }
    const askable = await askableEngines(app, db)
    const queued = await db
      .transaction(async (trx) => {
        const site = await findSiteById(trx, siteId)
        if (await site.citationRuns.active()) throw new UniqueViolationError('A run is under way')
        const { fitting, warnings: left } = fittingEngines(chooseEngines(askable, named), {
          isNamed: named !== undefined,
          plan,
        })
        assertPriced(fitting, options)
        const { queries, warnings } = await queriesFor(site, options, fitting, plan)
        if (fitting.some(({ engine }) => engine !== 'fake')) {
          await assertRunAllowed(trx, site, plan, app.now())
        }
        const id = await queueRun(app, trx, site, {
          engines: fitting,
          queries,
          options,
          origin: workOriginOf(actor),
          actor,
          mostChecks: Number.POSITIVE_INFINITY,
          warnings: { ...left, ...warnings },
        })
        if (id === undefined) throw creditsExhausted('A run')
        await auditCall(ctx, trx, 'citations.start', site.row.id, { run: id })
        return id
      })
      .catch((error: unknown) => {
        if (!(error instanceof UniqueViolationError)) throw error
        return undefined
      })
    app.background.wakeJobs(CITATION_QUEUE)
    const site = await findSiteById(db, siteId)
    const row = await (queued === undefined
      ? site.citationRuns.active()
      : site.citationRuns.find(queued))
    // The run that was under way may have ended in between.
    if (!row) throw new ServiceError('UNAVAILABLE', 'The run has just ended; ask again')
    return { ...toCitationRun(row), deduplicated: queued === undefined }
  },
})
