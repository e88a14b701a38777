import { defineList } from '../../kernel/reads/define-list.ts'
import { showSubscriptions, WebhookSubscription } from './subscription.ts'

/** GET /webhook-subscriptions (contract 4.3): newest first, without secrets. */
export const listSubscriptions = defineList({
  name: 'webhooks.list',
  summary: 'List webhook subscriptions, newest first, without their secrets',
  access: { by: 'session', role: 'admin' },
  path: '/webhook-subscriptions',
  fields: {},
  async read({ ctx: { app, db } }, _, { after, limit }) {
    let query = db.webhooks.shown().limit(limit)
    if (after) query = query.where('webhook_subscription.id', '<', String(after[0]))
    return { rows: await showSubscriptions(db, await query.execute(), app.now()) }
  },
  key: ({ id }) => [id],
  item: WebhookSubscription,
  toItem: (subscription) => subscription,
})
