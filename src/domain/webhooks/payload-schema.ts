import * as z from 'zod'
import { EVENT_TYPES, type EventName } from './event-types.ts'

/**
 * Returns the payload of an event as JSON Schema 2020-12. The schema is not closed: a payload may gain fields within
 * its version, and a client that checks deliveries with it must not refuse them for that.
 */
export function payloadSchema(event: EventName): Record<string, unknown> {
  const { payload } = EVENT_TYPES[event]
  return z.toJSONSchema(payload, {
    io: 'output',
    override({ jsonSchema }) {
      delete jsonSchema.additionalProperties
      // These bounds only say that a number is exact in JSON.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
}
