import * as z from 'zod'
import { eventBody } from '../../domain/webhooks/event-body.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import type { DeliveryAttempt } from '../../kernel/ports/webhook-sender.ts'
import { Delivery } from './delivery.ts'
import { attemptColumns } from './delivery/delivery-mark.ts'
import { openSecrets } from './delivery/signing-secret.ts'
import { findSubscription, subscribedEvents, type WebhookRow } from './subscription.ts'
import { testPayload } from './test-payload.ts'

const { shape } = Delivery

/**
 * POST /webhook-subscriptions/:id/test (contract 4.3): sends the example of the subscription's first event once, also
 * while the subscription is paused. The signed body says that it is a test. A receiver that fails is part of the
 * answer, not an error.
 */
export const testSubscription = defineOperation({
  name: 'webhooks.test',
  summary: 'Send a signed sample of the first event, once, and tell what came of it',
  access: { by: 'session', role: 'admin' },
  http: { method: 'post', path: '/webhook-subscriptions/:id/test', idempotency: 'after' },
  input: z.strictObject({ id: PathId }),
  output: z.object({
    delivered: z.boolean(),
    status: shape.status,
    deliveryId: z.string(),
    event: shape.event,
    eventId: shape.eventId,
    httpStatus: shape.httpStatus,
    durationMs: shape.durationMs,
    error: shape.error,
  }),
  async handler(ctx, { id }) {
    const row = await findSubscription(ctx.db, id)
    const sample = await ctx.app.webhookTests.run(ctx.db.orgId, () => send(ctx, row))
    const deliveryId = await record(ctx, row, sample)
    const { attempt, event, eventId } = sample
    return { ...attempt, delivered: attempt.status === 'delivered', deliveryId, event, eventId }
  },
})

interface Sample {
  event: string
  eventId: string
  at: number
  attempt: DeliveryAttempt
}

/**
 * Sends the test delivery of a subscription. Throws CONFLICT where its secrets cannot be opened, so that nothing can be
 * signed.
 */
async function send({ app }: OrgContext, row: WebhookRow): Promise<Sample> {
  const at = app.now()
  const [name = ''] = subscribedEvents(row)
  const eventId = app.newId('evt').replace('_', '_test_')
  const stored = { id: eventId, event: name, payload: testPayload(name) ?? '{}', at }
  const secrets = openSecrets(app.sealer, row, at)
  if (!secrets) {
    throw new ServiceError(
      'CONFLICT',
      'The signing secret cannot be read, as after SECRET_KEY was changed; make a new one with rotate-secret',
    )
  }
  const attempt = await app.webhookSender.send({
    url: row.url,
    body: eventBody(stored, { hasId: row.has_event_id === 1, isTest: true }),
    eventId,
    event: name,
    attempt: 1,
    secrets,
    isTest: true,
  })
  return { event: name, eventId, at, attempt }
}

/**
 * Stores the attempt of a test among the other attempts, and returns its id. Throws NOT_FOUND where the subscription
 * was deleted meanwhile.
 */
async function record(
  ctx: OrgContext,
  { id }: WebhookRow,
  { event, eventId, at, attempt }: Sample,
): Promise<string> {
  const deliveryId = ctx.app.newId('dlv')
  await ctx.db.transaction(async (trx) => {
    await findSubscription(trx, id)
    await trx.webhooks.insertDelivery({
      id: deliveryId,
      subscription_id: id,
      event_id: eventId,
      event,
      site_num: null,
      attempt: 1,
      origin: 'test',
      ...attemptColumns(attempt),
      is_final: 1,
      next_attempt_at: null,
      at,
    })
    await auditCall(ctx, trx, 'webhook.test', id, { event, deliveryId, status: attempt.status })
  })
  return deliveryId
}
