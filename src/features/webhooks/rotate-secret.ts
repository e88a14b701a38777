import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { PathId, OverlapHours } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { HOUR_MS, iso, isoOrNull } from '../../lib/time/clock.ts'
import { newSigningSecret } from './delivery/signing-secret.ts'
import {
  findSubscription,
  isRotating,
  showSubscription,
  WebhookSubscription,
} from './subscription.ts'

/**
 * POST /webhook-subscriptions/:id/rotate-secret: makes a new secret, which only this answer ever shows, in `secret`.
 * Until the overlap ends, `X-Service-Signature` is made with the old secret, and `webhook-signature` has one of each. A
 * rotation during an overlap replaces the newer secret, and the old one stays.
 */
export const rotateSecret = defineOperation({
  name: 'webhooks.rotateSecret',
  summary: 'Make a new signing secret, told once; the old one signs too for an overlap',
  access: { by: 'session', role: 'admin' },
  http: {
    method: 'post',
    path: '/webhook-subscriptions/:id/rotate-secret',
    revealsSecret: 'secret',
  },
  input: z.strictObject({
    id: PathId,
    overlapHours: OverlapHours.describe('How long the old secret signs as well; 0 ends it at once'),
  }),
  output: WebhookSubscription.extend({
    secret: z
      .string()
      .describe(
        'Until overlapEndsAt X-Service-Signature is of the secret before, and webhook-signature has one of each',
      ),
  }),
  async handler(ctx, { id, overlapHours }) {
    const { app, db } = ctx
    const now = app.now()
    const secret = newSigningSecret()
    return db.transaction(async (trx) => {
      const row = await findSubscription(trx, id)
      const until = now + overlapHours * HOUR_MS
      // In an overlap the secret that receivers surely know is the older one: the answer with the newer may have been
      // lost.
      const known = isRotating(row, now) ? row.old_secret : row.secret
      const old =
        overlapHours === 0
          ? { old_secret: null, old_secret_until: null }
          : { old_secret: known, old_secret_until: until }
      const sealed = app.sealer.seal(secret, id)
      const columns = { ...old, secret: sealed, version: row.version + 1, updated_at: now }
      await trx.webhooks.update(id).set(columns).execute()
      await auditCall(ctx, trx, 'webhook.rotate_secret', id, {
        before: { overlapEndsAt: isRotating(row, now) ? isoOrNull(row.old_secret_until) : null },
        after: { overlapEndsAt: iso(until) },
      })
      return { ...(await showSubscription(trx, { ...row, ...columns }, now)), secret }
    })
  },
})
