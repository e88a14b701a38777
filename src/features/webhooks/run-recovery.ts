import type { AppContext } from '../../kernel/door/app-context.ts'
import type { RunningJob } from '../../queue/job-handler.ts'
import { recoveryJob, type RecoveryPayload } from './recovery-job.ts'
import { sitesOf, subscribedEvents } from './subscription.ts'

/**
 * Does one step of a recovery, and adds the job of the next step if events are left. It ends the recovery where the
 * subscription was deleted.
 */
export async function runRecovery(
  app: Pick<AppContext, 'newId' | 'now' | 'tenant'>,
  { job, complete }: Pick<RunningJob, 'job' | 'complete'>,
): Promise<void> {
  // @NOTE `recoveryJob` writes such a payload.
  const payload = JSON.parse(job.payload) as RecoveryPayload
  const nowMs = app.now()
  await app.tenant(payload.orgId).transaction(async (trx) => {
    await trx.jobs.end(complete)
    const row = await trx.webhooks
      .query()
      .selectAll()
      .where('id', '=', payload.subscriptionId)
      .executeTakeFirst()
    if (!row) return
    const { lastNum } = await trx.webhooks.recover({
      ...payload,
      events: subscribedEvents(row),
      siteIds: sitesOf(row),
      nowMs,
    })
    if (lastNum === undefined) return
    const next = recoveryJob(app.newId('job'), { ...payload, afterNum: lastNum }, nowMs)
    await trx.jobs.enqueueOnce(next, nowMs)
  })
}
