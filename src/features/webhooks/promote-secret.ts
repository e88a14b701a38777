import * as z from 'zod'
import { audit } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { isoOrNull } from '../../lib/time/clock.ts'
import {
  findSubscription,
  isRotating,
  showSubscription,
  WebhookSubscription,
} from './subscription.ts'

/** POST /webhook-subscriptions/:id/promote-secret: ends the overlap of a rotation, so that the new secret alone signs. */
export const promoteSecret = defineOperation({
  name: 'webhooks.promoteSecret',
  summary: 'End the overlap of a rotation: from now on the new secret alone signs',
  effect: 'write',
  access: { by: 'session', role: 'admin' },
  http: { surface: 'api', method: 'post', path: '/webhook-subscriptions/:id/promote-secret' },
  input: z.strictObject({ id: PathId }),
  output: WebhookSubscription,
  async handler({ app, caller, db, principal }, { id }) {
    const now = app.now()
    return db.transaction(async (trx) => {
      const row = await findSubscription(trx, id)
      if (!isRotating(row, now)) {
        throw new ServiceError('CONFLICT', 'There is no rotation to end: one secret is in use')
      }
      const none = { old_secret: null, old_secret_until: null }
      const columns = { ...none, version: row.version + 1, updated_at: now }
      await trx.webhooks.update(id).set(columns).execute()
      await audit(trx, {
        action: 'webhook.promote_secret',
        target: { type: 'webhook', id },
        actor: actorOf(principal),
        detail: {
          before: { overlapEndsAt: isoOrNull(row.old_secret_until) },
          after: { overlapEndsAt: null },
        },
        requestId: caller.requestId,
        at: now,
      })
      return showSubscription(trx, { ...row, ...columns }, now)
    })
  },
})
