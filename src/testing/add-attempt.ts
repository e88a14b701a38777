import { EVENT_TYPES } from '../domain/webhooks/event-types.ts'
import { domainEvent } from '../kernel/door/domain-events.ts'
import type { TestApp } from './start-test-app.ts'

/** Stores an event, and an attempt that failed to deliver it; `given` replaces fields of the attempt. Returns the attempt's id. */
export async function addAttempt(
  app: TestApp,
  { orgId, webhookId }: { orgId: string; webhookId: string },
  given: { event_id?: string; attempt?: number; status?: string; is_final?: number } = {},
): Promise<string> {
  const { context } = app.app.services
  const { example } = EVENT_TYPES['subscription.updated']
  const event = domainEvent(context, { event: 'subscription.updated', payload: example })
  const id = context.newId('dlv')
  await context.tenant(orgId).transaction(async (trx) => {
    await trx.emit(event)
    await trx.webhooks.insertDelivery({
      id,
      subscription_id: webhookId,
      event_id: event.id,
      event: event.event,
      site_num: null,
      attempt: 10,
      origin: 'event',
      status: 'http_500',
      http_status: 500,
      duration_ms: 5,
      error: 'The receiver answered 500',
      response_headers: '{"server":"hooks"}',
      response_body: 'Not today',
      is_final: 1,
      next_attempt_at: null,
      at: context.now(),
      ...given,
    })
  })
  return id
}
