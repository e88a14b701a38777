import * as z from 'zod'
import { EVENT_NAMES } from '../../domain/webhooks/event-types.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { Cursor, DefaultPageLimit, PathId } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { Delivery, DELIVERY_STATUS, LISTED_COLUMNS, showDelivery } from './delivery.ts'
import { findSubscription } from './subscription.ts'

/** GET /webhook-subscriptions/:id/deliveries (contract 4.3): attempts, newest first. */
export const listDeliveries = defineOperation({
  name: 'webhooks.listDeliveries',
  summary: 'Attempts to deliver to a webhook subscription, newest first',
  effect: 'read',
  access: { by: 'session', role: 'admin' },
  http: { surface: 'api', method: 'get', path: '/webhook-subscriptions/:id/deliveries' },
  input: z.strictObject({
    id: PathId,
    event: z.enum(EVENT_NAMES).optional().describe('Only attempts of this event'),
    status: z
      .string()
      .max(20)
      .regex(DELIVERY_STATUS, 'Must be a status of a delivery, such as delivered or http_500')
      .optional()
      .describe('Only attempts that came to this'),
    final: z.boolean().optional().describe('Only attempts that no other follows, or only others'),
    limit: DefaultPageLimit,
    cursor: Cursor,
  }),
  output: listOf(Delivery),
  async handler({ app, db }, { id, limit, cursor, ...filter }) {
    await findSubscription(db, id)
    const binding = cursorBinding(`webhooks.listDeliveries ${id}`, filter)
    const before = cursor === undefined ? undefined : Number(app.cursors.open(binding, cursor)[0])
    const rows = await db.webhooks
      .deliveriesPage(id, { ...filter, before }, limit + 1)
      .select(['num', ...LISTED_COLUMNS])
      .execute()
    const last = rows[limit - 1]
    return {
      items: rows.slice(0, limit).map(showDelivery),
      nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.num]) : null,
    }
  },
})
