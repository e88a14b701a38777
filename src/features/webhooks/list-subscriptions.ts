import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { showSubscriptions, WebhookSubscription } from './subscription.ts'

/** GET /webhook-subscriptions (contract 4.3): newest first, without secrets. */
export const listSubscriptions = defineOperation({
  name: 'webhooks.list',
  summary: 'List webhook subscriptions, newest first, without their secrets',
  effect: 'read',
  access: { by: 'session', role: 'admin' },
  http: { surface: 'api', method: 'get', path: '/webhook-subscriptions' },
  input: z.strictObject({ limit: DefaultPageLimit, cursor: Cursor }),
  output: listOf(WebhookSubscription),
  async handler({ app, db }, { limit, cursor }) {
    const binding = cursorBinding(`webhooks.list ${db.orgId}`, {})
    const after = cursor === undefined ? undefined : app.cursors.open(binding, cursor)[0]
    let query = db.webhooks.shown().limit(limit + 1)
    if (after !== undefined) query = query.where('webhook_subscription.id', '<', String(after))
    const rows = await query.execute()
    const last = rows[limit - 1]
    return {
      items: await showSubscriptions(db, rows.slice(0, limit), app.now()),
      nextCursor: rows.length > limit && last ? app.cursors.sign(binding, [last.id]) : null,
    }
  },
})
