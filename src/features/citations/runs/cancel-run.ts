import * as z from 'zod'
import { auditCall } from '../../../kernel/door/audit.ts'
import { notFound } from '../../../kernel/door/errors.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import { defineOperation } from '../../../kernel/door/operation.ts'
import { findSiteById } from '../../../kernel/names/find-site.ts'
import { settleRun } from './run-credits.ts'
import { CitationRun, hasEnded, toCitationRun } from './run.ts'
import { readRunTally } from './run-tally.ts'

/**
 * DELETE /citations/:siteId/runs/:runId: cancels a run. The stored checks stay, and a run that has ended stays as it
 * ended.
 */
export const cancelRun = defineOperation({
  name: 'citations.cancelRun',
  summary: 'Stop a run of the Citation Monitor',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'delete', path: '/citations/:siteId/runs/:runId' },
  input: z.strictObject({ siteId: PathId.describe('Site id'), runId: PathId }),
  output: CitationRun,
  async handler(ctx, { siteId, runId }) {
    const { app, db } = ctx
    const now = await db.transaction(async (trx) => {
      const site = await findSiteById(trx, siteId)
      const { citationRuns } = site
      const row = await citationRuns.find(runId)
      if (!row) throw notFound('run')
      if (hasEnded(row)) return row
      await citationRuns.update(row.num, { is_canceled: 1 })
      await auditCall(ctx, trx, 'citations.cancel', siteId, { run: runId })
      // A queued run has no job under way that could end it; its job will find it ended.
      if (row.state === 'queued') {
        const isFree = row.is_fake === 1
        const creditsSpent = isFree
          ? 0
          : await settleRun(app, trx, { id: runId, tally: readRunTally(row) })
        const ending = { state: 'canceled', error: null, creditsSpent, at: app.now() }
        await citationRuns.finish(row.num, ending)
      }
      return (await citationRuns.find(runId)) ?? row
    })
    app.signals.changed(runId)
    return toCitationRun(now)
  },
})
