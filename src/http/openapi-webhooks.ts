import * as z from 'zod'
import { EVENT_NAMES, EVENT_TYPES, type EventName } from '../domain/webhooks/event-types.ts'
import { json, jsonSchema, type Json, type JsonObject } from './openapi-schema.ts'

/**
 * Describes the deliveries of a subscription: one entry for each event, whose body is a schema of its own in the
 * components.
 */
export function openApiWebhooks(schemas: JsonObject): Record<string, { post: JsonObject }> {
  return Object.fromEntries(EVENT_NAMES.map((event) => [event, { post: describe(event, schemas) }]))
}

function describe(event: EventName, schemas: JsonObject): JsonObject {
  const { summary, cause, example } = EVENT_TYPES[event]
  const name = schemaNameOf(event)
  schemas[name] = envelopeSchema(event)
  return {
    operationId: `on${name}`,
    summary,
    description: `${cause}. Any status from 200 to 299 within five seconds says that it was taken; after anything else it is sent again.`,
    tags: ['webhooks'],
    security: [],
    parameters: HEADERS.map(([header, description, schema]) => ({
      name: header,
      in: 'header',
      required: header !== 'X-Service-Test',
      description,
      schema,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          ...json({ $ref: `#/components/schemas/${name}` })['application/json'],
          example: {
            id: 'evt_01ky1sv00c6x8zq4n2v7b3m9kt',
            event,
            payload: example as unknown as Json, // @NOTE examples are JSON: their schemas hold nothing else
            timestamp: '2026-11-20T23:14:00.123Z',
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Taken; the body of the answer counts for nothing' },
      '410': { description: 'Nobody is here any more: the subscription is turned off' },
      '4XX': { description: 'Not taken; sent again later' },
    },
  }
}

/** Returns the name of an event's schema, such as `ScanCompletedEvent` for `scan.completed`. */
const schemaNameOf = (event: EventName): string =>
  `${event
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`

const envelopeSchema = (event: EventName): JsonObject =>
  jsonSchema(
    z.object({
      id: z
        .string()
        .optional()
        .describe('The same for each attempt; left out where includeEventId is false'),
      event: z.literal(event),
      payload: EVENT_TYPES[event].payload,
      timestamp: z.iso.datetime({ precision: 3 }).describe('When it happened, in UTC'),
      test: z
        .literal(true)
        .optional()
        .describe('Only on a test delivery, whose payload is the documented example'),
    }),
    'output',
    {},
  )

const TEXT: JsonObject = { type: 'string' }

/** The headers of every delivery, each with a description and a schema. */
const HEADERS: readonly (readonly [name: string, description: string, schema: JsonObject])[] = [
  [
    'X-Service-Signature',
    'HMAC-SHA256 over the raw body in lower-case hex, keyed with the bytes of the whole secret as it was shown',
    { type: 'string', pattern: '^[0-9a-f]{64}$' },
  ],
  ['X-Service-Event', 'Name of the event', TEXT],
  ['X-Service-Attempt', 'Number of the attempt, from 1', { type: 'integer', minimum: 1 }],
  [
    'X-Service-Test',
    '1 on a test delivery, and otherwise left out; not signed: the body says `test` too',
    { type: 'string', const: '1' },
  ],
  ['webhook-id', 'Id of the event, the same for each attempt', TEXT],
  ['webhook-timestamp', 'When this attempt was sent, in seconds', { type: 'integer' }],
  [
    'webhook-signature',
    'Standard Webhooks: v1 and HMAC-SHA256 over id, timestamp and body in Base64, keyed with the decoded secret; two with a space between them during a rotation',
    TEXT,
  ],
]
