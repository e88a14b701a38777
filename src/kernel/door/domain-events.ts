import type { EmittedEvent } from '../../domain/webhooks/emitted-event.ts'
import { EVENT_TYPES, type DomainEvent } from '../../domain/webhooks/event-types.ts'
import type { AppContext } from './app-context.ts'

/** Returns the name in `app.signals` by which an organization's domain events are reported. */
export const outboxSignal = (orgId: string): string => `events ${orgId}`

/** Makes an event as `TenantDb.emit` takes it, with an id and a time. Throws where the payload has another form. */
export function domainEvent(
  app: Pick<AppContext, 'newId' | 'now'>,
  { event, payload }: DomainEvent,
): EmittedEvent {
  const { version, payload: form } = EVENT_TYPES[event]
  return {
    id: app.newId('evt'),
    event,
    version,
    payload: JSON.stringify(form.parse(payload)),
    at: app.now(),
  }
}
