import { STATUS_CODES } from 'node:http'
import { ERROR_STATUS } from '../kernel/door/errors.ts'
import { isList } from '../kernel/reads/list.ts'
import type { HttpBinding } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { STREAM_TYPES } from '../kernel/door/row-stream.ts'
import { GRANTABLE_SCOPES } from '../kernel/door/scopes.ts'
import {
  isObject,
  json,
  jsonSchema,
  propertiesOf,
  requiredOf,
  type Json,
  type JsonObject,
} from './openapi-schema.ts'
import { streamFormats } from './stream-formats.ts'

/** An operation that has a route. */
export type BoundOperation = Operation & { http: HttpBinding }

/** Returns every answer of an operation by its status; the parts that errors share are in the components. */
export function responses(operation: BoundOperation, schemas: JsonObject): JsonObject {
  const status = operation.http.status ?? 200
  const error = { $ref: '#/components/responses/Error' }
  const hasAccess = operation.access.by !== 'public'
  return {
    [String(status)]: {
      description: STATUS_CODES[status] ?? 'Done',
      headers: headerRefs([
        'X-Request-Id',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        ...(operation.open ? ['X-Next-Cursor', 'X-Notes'] : []),
      ]),
      content: {
        ...(!operation.http.isFile && json(answerSchema(operation, schemas))),
        ...streamContent(operation),
      },
    },
    ...(operation.watch && !isList(operation.output) && { '204': nothingMore() }),
    ...(hasAccess && { '401': error, '403': error }),
    '422': error,
    '429': { $ref: '#/components/responses/RateLimited' },
    default: error,
  }
}

/**
 * Describes the files and events of an operation; the order of a file's columns is in the operation's own description.
 */
const streamContent = (operation: BoundOperation): JsonObject => {
  const { watch, http, output } = operation
  const files = streamFormats(operation).map((format) => STREAM_TYPES[format])
  return {
    ...Object.fromEntries(files.map((type) => [type, { schema: { type: 'string' } }])),
    ...(watch && {
      'text/event-stream': {
        schema: { type: 'string', description: eventsText(http.events ?? {}, isList(output)) },
      },
    }),
  }
}

/**
 * Writes the description of events. Those of a list go on without an end; all others show a state that comes to an
 * end.
 */
function eventsText(events: Readonly<Record<string, string>>, isEndless: boolean): string {
  const names = Object.entries(events).map(([name, when]) => `${name} (${when})`)
  const data = isEndless
    ? 'Each has an id, and so has the beginning, which has no data; its data is an item of the JSON answer'
    : 'Each has a rising id; its data is the data of the JSON answer'
  return `Server-sent events: ${names.join(', ')}. ${data}`
}

/**
 * Describes the answer that tells a client who has seen the last event to stop: a browser does not connect again after
 * it.
 */
const nothingMore = (): JsonObject => ({
  description: 'No more events will come after Last-Event-ID; only to who accepts events',
  headers: headerRefs(['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining']),
})

/**
 * Describes the envelope around the output: lists put their cursor into the meta, other operations the fields that they
 * declare.
 */
function answerSchema({ output, http }: BoundOperation, schemas: JsonObject): JsonObject {
  const schema = withoutReplayedSecret(jsonSchema(output, 'output', schemas), http)
  const properties = propertiesOf(schema)
  if (isList(output)) {
    const { items = {}, ...told } = properties
    return envelope(items, told)
  }
  const { metaOnlyFields = [] } = http
  if (metaOnlyFields.length === 0) return envelope(schema)
  const isApart = (name: string): boolean => metaOnlyFields.includes(name)
  const named = Object.entries(properties)
  return envelope(
    {
      ...schema,
      properties: Object.fromEntries(named.filter(([name]) => !isApart(name))),
      required: requiredOf(schema).filter((name) => !isApart(name)),
    },
    Object.fromEntries(named.filter(([name]) => isApart(name))),
  )
}

/**
 * Makes a secret an optional field of an answer: a request that is repeated with its Idempotency-Key gets the same
 * answer without the secret, which is shown once.
 */
function withoutReplayedSecret(
  schema: JsonObject,
  { revealsSecret, idempotency }: HttpBinding,
): JsonObject {
  if (revealsSecret === undefined || idempotency === 'none') return schema
  return { ...schema, required: requiredOf(schema).filter((name) => name !== revealsSecret) }
}

function envelope(data: Json, meta: JsonObject = {}): JsonObject {
  const names = Object.keys(meta)
  const plain: JsonObject = { $ref: '#/components/schemas/Meta' }
  const more: JsonObject = { type: 'object', properties: meta, required: names }
  return {
    type: 'object',
    properties: {
      data,
      error: { type: 'null' },
      meta: names.length === 0 ? plain : { allOf: [plain, more] },
    },
    required: ['data', 'error', 'meta'],
  }
}

/** Returns the schema of the `meta` of every envelope. */
export const metaSchema = (): JsonObject => ({
  type: 'object',
  properties: { requestId: { type: 'string', pattern: '^req_' } },
  required: ['requestId'],
})

/** Returns the schema of the `error` of an envelope that has no data. */
export function errorSchema(): JsonObject {
  const text = { type: 'string' }
  const field = {
    type: 'object',
    properties: {
      path: text,
      location: { type: 'string', enum: ['body', 'query', 'path'] },
      code: text,
      rule: { ...text, description: 'Of the prompt policy, with the code PROMPT_POLICY' },
      message: text,
    },
    required: ['path', 'code', 'message'],
  }
  return {
    type: 'object',
    properties: {
      code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
      message: text,
      fields: { type: 'array', items: field },
      docUrl: text,
      required: { type: 'array', items: { type: 'string', enum: [...GRANTABLE_SCOPES] } },
    },
    required: ['code', 'message', 'fields', 'docUrl'],
  }
}

/** Describes the answer to a request that failed, or that came too soon where `isLimit`. */
export function errorResponse(isLimit: boolean): JsonObject {
  const { properties } = envelope({ type: 'object' })
  const shown = isObject(properties) ? properties : {}
  return {
    description: isLimit ? 'Too many requests' : 'The request failed; `error.code` says why',
    headers: headerRefs([
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      ...(isLimit ? ['Retry-After'] : []),
    ]),
    content: json({
      type: 'object',
      properties: { ...shown, error: { $ref: '#/components/schemas/Error' } },
      required: ['data', 'error', 'meta'],
    }),
  }
}

/** The headers of answers, by the keys under which the document has them. */
export const HEADERS: JsonObject = {
  'X-Request-Id': described('The same as meta.requestId', 'string'),
  'X-RateLimit-Limit': described('Requests a minute', 'integer'),
  'X-RateLimit-Remaining': described('Requests that are left in this minute', 'integer'),
  'X-Next-Cursor': described(
    'Of a stream that ends before its rows do: where it goes on',
    'string',
  ),
  'X-Notes': described(
    'Of a stream: what is to be known of its rows, as a list of texts in JSON; a stream of several sites has the trailer X-Left-Out too',
    'string',
  ),
  'Retry-After': described('Seconds until there is room again', 'integer'),
}

function described(description: string, type: string): JsonObject {
  return { description, schema: { type } }
}

const headerRefs = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
