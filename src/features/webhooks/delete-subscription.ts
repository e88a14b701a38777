import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { auditedFields } from './audited-fields.ts'
import { findSubscription } from './subscription.ts'

/**
 * DELETE /webhook-subscriptions/:id (contract 4.3): deletes a subscription with its deliveries and the jobs that wait
 * for it. Deliveries and jobs go first, step by step, so that a crash meanwhile leaves a subscription that has less to
 * delete.
 */
export const deleteSubscription = defineOperation({
  name: 'webhooks.delete',
  summary: 'Delete a webhook subscription with its deliveries; what waits for it is not sent',
  access: { by: 'session', role: 'admin' },
  http: { method: 'delete', path: '/webhook-subscriptions/:id' },
  input: z.strictObject({ id: PathId }),
  output: z.object({}),
  async handler(ctx, { id }) {
    await findSubscription(ctx.db, id)
    while (await ctx.db.webhooks.emptyStep(id)) await turn()
    await ctx.db.transaction(async (trx) => {
      const row = await findSubscription(trx, id)
      await trx.webhooks.delete(id)
      await auditCall(ctx, trx, 'webhook.delete', id, auditedFields(row))
    })
    return {}
  },
})
