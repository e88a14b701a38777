import { STATUS_CODES } from 'node:http'
import * as z from 'zod'
import { sessionRole, type Access } from '../core/access.ts'
import { ERROR_STATUS } from '../core/errors.ts'
import { isList } from '../core/list.ts'
import type { HttpBinding, Operation } from '../core/operation.ts'
import { STREAM_TYPES } from '../core/row-stream.ts'
import { GRANTABLE_SCOPES, SCOPES } from '../core/scopes.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
interface JsonObject {
  [key: string]: Json
}
type Bound = Operation & { http: HttpBinding }

interface Document extends JsonObject {
  paths: { [path: string]: { [method: string]: JsonObject } }
  components: { schemas: JsonObject } & JsonObject
}

/** The OpenAPI 3.1 document of every operation that has a route, in the order of the registry. */
export function openApiDocument(operations: readonly Operation[], version: string): Document {
  const schemas: JsonObject = { Error: errorSchema(), Meta: metaSchema() }
  const paths: Document['paths'] = {}
  for (const operation of operations) {
    if (!operation.http) continue
    const path = operation.http.path.replaceAll(/:(\w+)/g, '{$1}')
    // @NOTE `http` was just asked for; narrowing a property does not narrow its object.
    const item = describeOperation(operation as Bound, schemas)
    paths[path] = { ...paths[path], [operation.http.method]: item }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Citable',
      version,
      description:
        'Every answer is an envelope of data, error and meta. Keys and sessions are sent as a bearer token.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(operations.flatMap((o) => (o.http ? tagOf(o) : [])))].map((name) => ({
      name,
    })),
    paths,
    components: {
      securitySchemes: securitySchemes(),
      headers: HEADERS,
      responses: { Error: errorResponse(false), RateLimited: errorResponse(true) },
      schemas,
    },
  }
}

const tagOf = ({ name }: Operation): string => name.split('.', 1)[0] ?? name

function describeOperation(operation: Bound, schemas: JsonObject): JsonObject {
  const { name, summary, access, http } = operation
  const input = jsonSchema(operation.input, 'input', schemas)
  const body = requestBody(operation, input, schemas)
  const parameters = [...pathParameters(http, input), ...queryParameters(http, input)]
  parameters.push(...headerParameters(http, input))
  return {
    operationId: name,
    summary,
    tags: [tagOf(operation)],
    ...security(access),
    ...(http.revealsSecret !== undefined && { 'x-reveals-secret': http.revealsSecret }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responses(operation, schemas),
  }
}

function security(access: Access): JsonObject {
  switch (access.by) {
    case 'public':
      return { security: [] }
    case 'session':
      return { security: [{ session: [] }], 'x-required-role': access.role }
    case 'scope':
      return {
        security: [{ apiKey: [] }, { session: [] }],
        'x-required-scopes': [...access.anyOf],
        'x-required-role': sessionRole(access),
      }
  }
}

function pathParameters({ path }: HttpBinding, input: JsonObject): Json[] {
  return pathNames(path).map((name) => ({
    ...parameter('path', name, propertiesOf(input)[name] ?? {}),
    required: true,
  }))
}

const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, n]) => n ?? '')

/** The fields of the input that come neither by the path nor by a header. */
function freeFields({ path, ifMatch }: HttpBinding, input: JsonObject): [string, Json][] {
  const taken = new Set([...pathNames(path), ...(ifMatch ? ['ifMatch'] : [])])
  return Object.entries(propertiesOf(input)).filter(([name]) => !taken.has(name))
}

const hasBody = ({ method }: HttpBinding): boolean => method === 'post' || method === 'put'

function queryParameters(http: HttpBinding, input: JsonObject): Json[] {
  if (hasBody(http)) return []
  const required = requiredOf(input)
  return freeFields(http, input).map(([name, schema]) => ({
    ...parameter('query', name, schema),
    ...(required.includes(name) && { required: true }),
  }))
}

/** Lists of text are separated by commas; lists of objects, and objects, are JSON. */
function parameter(place: 'path' | 'query', name: string, schema: Json): JsonObject {
  const { description, ...bare } = isObject(schema) ? schema : {}
  const words = description === undefined ? {} : { description }
  const items = bare['items']
  const isJson = bare['type'] === 'object' || (isObject(items) && items['type'] === 'object')
  if (isJson) return { name, in: place, ...words, content: json(bare) }
  const style = bare['type'] === 'array' ? { style: 'form', explode: false } : {}
  return { name, in: place, ...words, ...style, schema: bare }
}

function headerParameters(http: HttpBinding, input: JsonObject): Json[] {
  const ifMatch = propertiesOf(input)['ifMatch']
  const takesKey = http.method === 'post' && http.idempotency !== 'none'
  return [
    ...(http.ifMatch && isObject(ifMatch) ? [header('If-Match', ifMatch)] : []),
    ...(takesKey ? [header('Idempotency-Key', IDEMPOTENCY_KEY)] : []),
  ]
}

const IDEMPOTENCY_KEY: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'A repeat with the same key and body within 24 hours gets the first answer again',
}

function header(name: string, { description, ...schema }: JsonObject): JsonObject {
  return { name, in: 'header', ...(description !== undefined && { description }), schema }
}

function requestBody(
  { name, http }: Bound,
  input: JsonObject,
  schemas: JsonObject,
): JsonObject | undefined {
  const fields = freeFields(http, input)
  if (!hasBody(http) || fields.length === 0) return undefined
  const names = fields.map(([field]) => field)
  const required = requiredOf(input).filter((field) => names.includes(field))
  const whole = objectSchema(Object.fromEntries(fields), required)
  if (http.adapter !== 'raw') return { required: required.length > 0, content: json(whole) }
  // Collecting takes JSON as plain text too, which browsers send without a preflight.
  schemas[name] = withFlatForm(whole)
  const content = json({ $ref: `#/components/schemas/${name}` })
  return { required: true, content: { ...content, 'text/plain': content['application/json'] } }
}

/** A batch, or one of its events with the other fields beside its own. */
function withFlatForm(batch: JsonObject): JsonObject {
  const { events, ...beside } = propertiesOf(batch)
  const event = isObject(events) ? events['items'] : undefined
  if (!isObject(event)) return batch
  const required = [...Object.keys(beside), ...requiredOf(event)]
  return { anyOf: [batch, objectSchema({ ...beside, ...propertiesOf(event) }, required)] }
}

function objectSchema(properties: JsonObject, required: string[]): JsonObject {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

const json = (schema: JsonObject) => ({ 'application/json': { schema } })

function responses(operation: Bound, schemas: JsonObject): JsonObject {
  const status = operation.http.status ?? 200
  const error = { $ref: '#/components/responses/Error' }
  const hasAccess = operation.access.by !== 'public'
  return {
    [String(status)]: {
      description: STATUS_CODES[status] ?? 'Done',
      headers: headerRefs(['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining']),
      content: { ...json(answerSchema(operation, schemas)), ...streamContent(operation) },
    },
    ...(hasAccess && { '401': error, '403': error }),
    '422': error,
    '429': { $ref: '#/components/responses/RateLimited' },
    default: error,
  }
}

/** An operation that can answer as a file says so; the order of its columns is in its description. */
const streamContent = ({ open, watch }: Bound): JsonObject => {
  const types = [
    ...(open ? Object.values(STREAM_TYPES) : []),
    ...(watch ? ['text/event-stream'] : []),
  ]
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]))
}

/** The envelope around the output: lists put their cursor, and collecting its reasons, into the meta. */
function answerSchema({ output, http }: Bound, schemas: JsonObject): JsonObject {
  const schema = jsonSchema(output, 'output', schemas)
  const properties = propertiesOf(schema)
  if (isList(output)) {
    return envelope(properties['items'] ?? {}, { nextCursor: properties['nextCursor'] ?? {} })
  }
  const { reasons, ...data } = properties
  if (http.adapter !== 'raw' || reasons === undefined) return envelope(schema)
  const required = requiredOf(schema).filter((name) => name !== 'reasons')
  return envelope({ ...schema, properties: data, required }, { reasons })
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

const metaSchema = (): JsonObject => ({
  type: 'object',
  properties: { requestId: { type: 'string', pattern: '^req_' } },
  required: ['requestId'],
})

function errorSchema(): JsonObject {
  const text = { type: 'string' }
  const field = {
    type: 'object',
    properties: {
      path: text,
      location: { type: 'string', enum: ['body', 'query', 'path'] },
      code: text,
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

function errorResponse(isLimit: boolean): JsonObject {
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

const HEADERS: JsonObject = {
  'X-Request-Id': described('The same as meta.requestId', 'string'),
  'X-RateLimit-Limit': described('Requests a minute', 'integer'),
  'X-RateLimit-Remaining': described('Requests that are left in this minute', 'integer'),
  'Retry-After': described('Seconds until there is room again', 'integer'),
}

function described(description: string, type: string): JsonObject {
  return { description, schema: { type } }
}

const headerRefs = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

function securitySchemes(): JsonObject {
  const scopes = Object.entries(SCOPES).map(([scope, grants]) => `${scope}: ${grants}`)
  return {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description: `An API key, ctbk_…; each route names the scopes of which it needs one. ${scopes.join('. ')}.`,
    },
    session: { type: 'http', scheme: 'bearer', description: 'A session token, ctbs_…' },
  }
}

/** A zod schema as JSON Schema 2020-12; what it names goes among the document's own schemas. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: JsonObject): JsonObject {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  // Answers may gain fields within a version, so they are not closed as inputs are.
  const open = io === 'input' ? text : text.replaceAll(',"additionalProperties":false', '')
  const moved = open.replaceAll('"#/$defs/', '"#/components/schemas/')
  // @NOTE JSON.parse of an object's JSON gives an object.
  const { $defs, ...own } = clean(JSON.parse(moved) as Json) as JsonObject
  if (isObject($defs)) Object.assign(schemas, $defs)
  return own
}

/** Leaves out zod's marks and the bounds that only say that a number is a safe integer. */
function clean(value: Json, isProperties = false): Json {
  if (Array.isArray(value)) return value.map((item) => clean(item))
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(
    ([key, child]) =>
      isProperties ||
      !(key === '$schema' || key === 'list' || Math.abs(Number(child)) === Number.MAX_SAFE_INTEGER),
  )
  return Object.fromEntries(
    kept.map(([key, child]) => [key, clean(child, !isProperties && key === 'properties')]),
  )
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const propertiesOf = ({ properties }: JsonObject): JsonObject =>
  isObject(properties) ? properties : {}

const requiredOf = ({ required }: JsonObject): string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
