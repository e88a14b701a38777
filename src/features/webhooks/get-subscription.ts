import * as z from 'zod'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { findSubscription, showSubscription, WebhookSubscription } from './subscription.ts'

/** GET /webhook-subscriptions/:id: one subscription as the list has it. */
export const getSubscription = defineOperation({
  name: 'webhooks.get',
  summary: 'One webhook subscription, without its secret',
  access: { by: 'session', role: 'admin' },
  http: { method: 'get', path: '/webhook-subscriptions/:id' },
  input: z.strictObject({ id: PathId }),
  output: WebhookSubscription,
  handler: async ({ app, db }, { id }) =>
    showSubscription(db, await findSubscription(db, id), app.now()),
})
