import * as z from 'zod'
import { EVENT_NAMES, EVENT_TYPES } from '../../domain/webhooks/event-types.ts'
import { payloadSchema } from '../../domain/webhooks/payload-schema.ts'
import { Cursor, DefaultPageLimit } from '../../kernel/door/inputs.ts'
import { listOf } from '../../kernel/reads/list.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { listPage, readListPage } from '../../kernel/reads/paging.ts'

const JsonValue = z.record(z.string(), z.unknown())

const EventType = z.object({
  name: z.enum(EVENT_NAMES),
  summary: z.string(),
  cause: z.string().describe('What happens in the service before it is sent'),
  version: z.int().describe('Goes up when the form of the payload changes'),
  payloadSchema: JsonValue.describe('JSON Schema 2020-12; further fields may come'),
  example: JsonValue.describe('A payload, which a test delivery carries'),
})

/** GET /event-types: all events that a subscription can name, in the order of contract 6.1. */
export const listEventTypes = defineOperation({
  name: 'webhooks.eventTypes',
  summary: 'The events that subscriptions can hear of, each with the JSON Schema of its payload',
  access: { by: 'public' },
  http: { method: 'get', path: '/event-types' },
  input: z.strictObject({ limit: DefaultPageLimit, cursor: Cursor }),
  output: listOf(EventType),
  handler: ({ app }, sizes) =>
    readListPage(
      listPage(app, 'webhooks.eventTypes', {}, sizes),
      async ({ after = [0], limit }) => PLACED.slice(Number(after[0])).slice(0, limit),
      {
        key: ({ place }) => [place],
        toItem({ name }) {
          const { summary, cause, version, example } = EVENT_TYPES[name]
          return { name, summary, cause, version, payloadSchema: payloadSchema(name), example }
        },
      },
    ),
})

const PLACED = EVENT_NAMES.map((name, i) => ({ name, place: i + 1 }))
