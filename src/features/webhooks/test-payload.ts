import { EVENT_NAMES, EVENT_TYPES } from '../../domain/webhooks/event-types.ts'

/**
 * The payload of a test delivery: the documented example of its event, as JSON. Undefined for a name that is not an
 * event.
 */
export function testPayload(event: string): string | undefined {
  const name = EVENT_NAMES.find((one) => one === event)
  return name && JSON.stringify(EVENT_TYPES[name].example)
}
