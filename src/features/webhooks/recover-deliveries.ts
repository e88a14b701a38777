import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { invalidField, ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { iso } from '../../lib/time/clock.ts'
import { recoveryJob } from './recovery-job.ts'
import { findSubscription } from './subscription.ts'

const Moment = z.iso.datetime({ offset: true })
const only = z.enum(['undelivered', 'all'])

/**
 * POST /webhook-subscriptions/:id/recover: queues the events of a span of time again, under the same ids: those that
 * were never delivered, or all. Events from before the subscription was made are never among them, even with an earlier
 * `since`.
 */
export const recoverDeliveries = defineOperation({
  name: 'webhooks.recover',
  summary: 'Deliver the events of a time once more: those that never arrived, or all',
  access: { by: 'session', role: 'admin' },
  http: { method: 'post', path: '/webhook-subscriptions/:id/recover', status: 202 },
  input: z.strictObject({
    id: PathId,
    since: Moment.describe(
      'The first instant that counts, at the earliest that of the subscription’s creation; events are kept for two weeks',
    ),
    until: Moment.optional().describe('The first instant that counts no more; by default now'),
    only: only
      .default('undelivered')
      .describe('undelivered: what no attempt delivered and what does not wait; all: the rest too'),
  }),
  output: z.object({ since: z.string(), until: z.string(), only }),
  rules: [
    ({ app }, { since }) => assertBegun(since, app.now()),
    (_, { since, until }) => assertInstant(since, until),
    async ({ app, db }, { id, ...asked }) =>
      spanOf(await findSubscription(db, id), asked, app.now()),
  ],
  async handler(ctx, { id, since, until, only: wanted }) {
    const { app, db } = ctx
    const now = app.now()
    return db.transaction(async (trx) => {
      const row = await findSubscription(trx, id)
      const { sinceMs, untilMs } = spanOf(row, { since, until }, now)
      const payload = { orgId: trx.orgId, subscriptionId: id, sinceMs, untilMs, only: wanted }
      const job = recoveryJob(app.newId('job'), { ...payload, afterNum: 0 }, now)
      if (!(await trx.jobs.enqueueOnce(job, now))) {
        throw new ServiceError(
          'CONFLICT',
          'Events of this subscription are being recovered; wait for the end',
        )
      }
      const told = { since: iso(sinceMs), until: iso(Math.min(untilMs, now)), only: wanted }
      await auditCall(ctx, trx, 'webhook.recover', id, told)
      return told
    })
  },
})

function assertBegun(since: string, nowMs: number): void {
  if (Date.parse(since) > nowMs) {
    throw invalidField('since', 'in_the_future', 'Must not be in the future')
  }
}

function assertInstant(since: string, until: string | undefined): void {
  if (until !== undefined && Date.parse(until) <= Date.parse(since)) {
    throw invalidField('until', 'illegal_pair', 'until is not after since')
  }
}

/**
 * Returns the part of the asked span that lies after the subscription was made and before now, in epoch ms. Throws
 * VALIDATION_FAILED where nothing is left of it.
 */
function spanOf(
  { created_at: createdAt }: { created_at: number },
  { since, until }: { since: string; until?: string | undefined },
  now: number,
): { sinceMs: number; untilMs: number } {
  const untilMs = until === undefined ? now + 1 : Math.min(Date.parse(until), now + 1)
  const sinceMs = Math.max(Date.parse(since), createdAt)
  if (sinceMs >= untilMs) throw nothingMeant(since, until, now)
  return { sinceMs, untilMs }
}

/** Returns the error for an empty span, which names `since` or `until`, whichever of the two is the cause. */
function nothingMeant(since: string, until: string | undefined, nowMs: number): ServiceError {
  assertBegun(since, nowMs)
  assertInstant(since, until)
  return invalidField('until', 'too_early', 'Lies before the subscription was created')
}
