import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { isoOrNull } from '../../lib/time/clock.ts'
import {
  findSubscription,
  isRotating,
  showSubscription,
  WebhookSubscription,
} from './subscription.ts'

/**
 * POST /webhook-subscriptions/:id/promote-secret: ends the overlap of a rotation, so that the new secret alone signs.
 */
export const promoteSecret = defineOperation({
  name: 'webhooks.promoteSecret',
  summary: 'End the overlap of a rotation: from now on the new secret alone signs',
  access: { by: 'session', role: 'admin' },
  http: { method: 'post', path: '/webhook-subscriptions/:id/promote-secret' },
  input: z.strictObject({ id: PathId }),
  output: WebhookSubscription,
  async handler(ctx, { id }) {
    const now = ctx.app.now()
    return ctx.db.transaction(async (trx) => {
      const row = await findSubscription(trx, id)
      if (!isRotating(row, now)) {
        throw new ServiceError('CONFLICT', 'There is no rotation to end: one secret is in use')
      }
      const none = { old_secret: null, old_secret_until: null }
      const columns = { ...none, version: row.version + 1, updated_at: now }
      await trx.webhooks.update(id).set(columns).execute()
      await auditCall(ctx, trx, 'webhook.promote_secret', id, {
        before: { overlapEndsAt: isoOrNull(row.old_secret_until) },
        after: { overlapEndsAt: null },
      })
      return showSubscription(trx, { ...row, ...columns }, now)
    })
  },
})
