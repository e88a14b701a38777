import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { iso } from '../../lib/time/clock.ts'
import { findDelivery } from './delivery.ts'

/**
 * POST /webhook-subscriptions/:id/deliveries/:deliveryId/replay: delivers the same event once more, under the same id.
 */
export const replayDelivery = defineOperation({
  name: 'webhooks.replay',
  summary: 'Deliver the event of an attempt once more, under the same id',
  access: { by: 'session', role: 'admin' },
  http: {
    method: 'post',
    path: '/webhook-subscriptions/:id/deliveries/:deliveryId/replay',
    status: 202,
  },
  input: z.strictObject({ id: PathId, deliveryId: PathId }),
  output: z.object({
    event: z.string(),
    eventId: z.string(),
    queuedAt: z.string().describe('Sent at once, or when the subscription is resumed'),
  }),
  async handler(ctx, { id, deliveryId }) {
    const now = ctx.app.now()
    return ctx.db.transaction(async (trx) => {
      const { delivery } = await findDelivery(trx, id, deliveryId)
      const { event, event_id: eventId, origin } = delivery
      if (origin === 'test') {
        throw new ServiceError('CONFLICT', 'A test delivery is not sent again; test once more')
      }
      if (!(await trx.webhooks.resend(id, eventId, now))) {
        const kept = await trx.outbox
          .query()
          .select('id')
          .where('id', '=', eventId)
          .executeTakeFirst()
        throw new ServiceError(
          'CONFLICT',
          kept
            ? 'The event waits for this subscription already'
            : 'The event is no longer kept: events are for two weeks',
        )
      }
      await auditCall(ctx, trx, 'webhook.replay', id, { deliveryId, event, eventId })
      return { event, eventId, queuedAt: iso(now) }
    })
  },
})
