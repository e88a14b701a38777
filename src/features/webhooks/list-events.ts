import * as z from 'zod'
import { EVENT_NAMES } from '../../domain/webhooks/event-types.ts'
import { cursorBinding } from '../../kernel/credentials/cursor.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/door/inputs.ts'
import { listOf } from '../../kernel/reads/list.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { followEvents, openPosition, STREAMED_EVENTS } from './follow-events.ts'
import { toWebhookEvent, WebhookEvent } from './webhook-event.ts'

const Input = z.strictObject({
  events: z
    .array(z.enum(EVENT_NAMES))
    .min(1)
    .max(EVENT_NAMES.length)
    .optional()
    .describe('Names of events; all of them by default'),
  limit: DefaultPageLimit,
  cursor: Cursor,
})

/** GET /webhook-events: what happened, newest first; or, as server-sent events, what happens from here on. */
export const listEvents = defineOperation({
  name: 'webhooks.listEvents',
  summary: 'The events of the last two weeks, newest first, or as they happen',
  effect: 'read',
  access: { by: 'session', role: 'admin' },
  http: { surface: 'api', method: 'get', path: '/webhook-events', events: STREAMED_EVENTS },
  input: Input,
  output: listOf(WebhookEvent),
  async handler({ app, db }, { events, limit, cursor }) {
    const binding = cursorBinding(`webhooks.listEvents ${db.orgId}`, { events })
    const before = cursor === undefined ? undefined : app.cursors.open(binding, cursor)[0]
    let query = db.outbox
      .withSites()
      .orderBy('outbox.num', 'desc')
      .limit(limit + 1)
    if (events) query = query.where('outbox.event', 'in', events)
    if (before !== undefined) query = query.where('outbox.num', '<', Number(before))
    const rows = await query.execute()
    const last = rows[limit - 1]
    return {
      items: rows.slice(0, limit).map(toWebhookEvent),
      nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.num]) : null,
    }
  },
  async watch(ctx, { events }, { lastEventId, signal }) {
    const after = lastEventId === undefined ? undefined : openPosition(ctx, lastEventId)
    return followEvents(ctx, { after, names: events && new Set<string>(events), signal })
  },
})
