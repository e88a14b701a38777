import * as z from 'zod'
import { EVENT_NAMES } from '../../domain/webhooks/event-types.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineList } from '../../kernel/reads/define-list.ts'
import { Delivery, DELIVERY_STATUS, LISTED_COLUMNS, showDelivery } from './delivery.ts'
import { findSubscription } from './subscription.ts'

/** GET /webhook-subscriptions/:id/deliveries (contract 4.3): attempts, newest first. */
export const listDeliveries = defineList({
  name: 'webhooks.listDeliveries',
  summary: 'Attempts to deliver to a webhook subscription, newest first',
  access: { by: 'session', role: 'admin' },
  path: '/webhook-subscriptions/:id/deliveries',
  fields: {
    id: PathId,
    event: z.enum(EVENT_NAMES).optional().describe('Only attempts of this event'),
    eventId: PathId.optional().describe('Only attempts to deliver the event with this id'),
    status: z
      .string()
      .max(20)
      .regex(DELIVERY_STATUS, 'Must be a status of a delivery, such as delivered or http_500')
      .optional()
      .describe('Only attempts that came to this'),
    delivered: z.boolean().optional().describe('Only attempts that were taken, or only others'),
    latest: z
      .boolean()
      .optional()
      .describe('Only the last attempt of each event, or only those before'),
    final: z.boolean().optional().describe('Only attempts that no other follows, or only others'),
  },
  async read({ ctx: { db } }, { id, ...filter }, { after, limit }) {
    await findSubscription(db, id)
    const rows = await db.webhooks
      .deliveriesPage(id, { ...filter, before: after && Number(after[0]) }, limit)
      .select(['num', ...LISTED_COLUMNS])
      .execute()
    return { rows }
  },
  key: ({ num }) => [num],
  item: Delivery,
  toItem: showDelivery,
})
