import * as z from 'zod'
import { EVENT_NAMES } from '../../domain/webhooks/event-types.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/door/inputs.ts'
import { listOf } from '../../kernel/reads/list.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { listPage, readListPage } from '../../kernel/reads/paging.ts'
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

/**
 * GET /webhook-events: the events of the organization, newest first; or, as server-sent events, those that happen from
 * now on.
 */
export const listEvents = defineOperation({
  name: 'webhooks.listEvents',
  summary: 'The events of the last two weeks, newest first, or as they happen',
  access: { by: 'session', role: 'admin' },
  http: { method: 'get', path: '/webhook-events', events: STREAMED_EVENTS },
  input: Input,
  output: listOf(WebhookEvent),
  async handler({ app, db }, { events, limit, cursor }) {
    const page = listPage(app, `webhooks.listEvents ${db.orgId}`, { events }, { limit, cursor })
    let query = db.outbox.withSites().orderBy('outbox.num', 'desc')
    if (events) query = query.where('outbox.event', 'in', events)
    return readListPage(
      page,
      ({ after, limit: most }) =>
        (after ? query.where('outbox.num', '<', Number(after[0])) : query).limit(most).execute(),
      { key: ({ num }) => [num], toItem: toWebhookEvent },
    )
  },
  async watch(ctx, { events }, { lastEventId, signal }) {
    const after = lastEventId === undefined ? undefined : openPosition(ctx, lastEventId)
    return followEvents(ctx, { after, names: events && new Set<string>(events), signal })
  },
})
