import * as z from 'zod'
import { sessionRole, type Access } from '../kernel/door/access.ts'
import {
  requestBodyOf,
  lineBodyOf,
  signedBodyOf,
  type HttpBinding,
} from '../kernel/door/http-binding.ts'
import { onEachSurface, type Operation } from '../kernel/door/operation.ts'
import { QUERY_EXAMPLES } from '../kernel/reads/query-examples.ts'
import { SCOPES } from '../kernel/door/scopes.ts'
import { SURFACES, type Surface } from '../kernel/door/surface.ts'
import { shareParameters } from './openapi-components.ts'
import {
  errorResponse,
  errorSchema,
  HEADERS,
  metaSchema,
  responses,
  type BoundOperation,
} from './openapi-responses.ts'
import {
  isObject,
  json,
  jsonSchema,
  objectSchema,
  propertiesOf,
  requiredOf,
  type Json,
  type JsonObject,
} from './openapi-schema.ts'
import { TAG_DESCRIPTIONS } from './openapi-tags.ts'
import { openApiWebhooks } from './openapi-webhooks.ts'
import { LINE_TYPES } from './read-request-body.ts'

interface Document extends JsonObject {
  paths: { [path: string]: { [method: string]: JsonObject } }
  webhooks: { [event: string]: { post: JsonObject } }
  components: { schemas: JsonObject } & JsonObject
}

/** Makes the OpenAPI 3.1 document of a surface, with its operations in the order of the registry. */
export function openApiDocument(
  all: readonly Operation[],
  version: string,
  surface: Surface = 'api',
): Document {
  const operations = all.flatMap(onEachSurface).filter(({ http }) => http?.surface === surface)
  const schemas: JsonObject = { Error: errorSchema(), Meta: metaSchema() }
  const paths: Document['paths'] = {}
  for (const operation of operations) {
    if (!operation.http) continue
    const path = operation.http.path.replaceAll(/:(\w+)/g, '{$1}')
    // @NOTE `http` was just asked for; narrowing a property does not narrow its object.
    const item = describeOperation(operation as BoundOperation, schemas)
    paths[path] = { ...paths[path], [operation.http.method]: item }
  }
  const webhooks = surface === 'api' ? openApiWebhooks(schemas) : {}
  const described = [...Object.values(paths), ...Object.values(webhooks)].flatMap(Object.values)
  const parameters = shareParameters(described)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Citable',
      version,
      description:
        'Every answer is an envelope of data, error and meta. Keys and sessions are sent as a bearer token.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: SURFACES[surface].base }],
    tags: [...new Set(operations.flatMap((o) => (o.http ? tagOf(o) : [])))].map(tag),
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(),
      headers: HEADERS,
      parameters,
      responses: { Error: errorResponse(false), RateLimited: errorResponse(true) },
      schemas,
    },
  }
}

function tag(name: string): JsonObject {
  const description = TAG_DESCRIPTIONS[name]
  return { name, ...(description !== undefined && { description }) }
}

const tagOf = ({ name }: Operation): string => name.split('.', 1)[0] ?? name

function describeOperation(operation: BoundOperation, schemas: JsonObject): JsonObject {
  const { name, summary, access, http } = operation
  const input = jsonSchema(operation.input, 'input', schemas)
  const body = requestBody(operation, input, schemas)
  const parameters = [...pathParameters(http, input), ...queryParameters(operation, input)]
  parameters.push(...headerParameters(operation, input))
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
    case 'link':
      return { security: [{ link: [] }], 'x-required-scopes': [...access.anyOf] }
    case 'session':
      return { security: [{ session: [] }], 'x-required-role': access.role }
    case 'member':
      return {
        security: [{ apiKey: [] }, { session: [] }],
        'x-required-role': sessionRole(access),
      }
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

/** Returns the fields of the input that come neither from the path nor from a header. */
function freeFields(http: HttpBinding, input: JsonObject): [string, Json][] {
  const signature = signedBodyOf(http)?.signature
  const taken = new Set([
    ...pathNames(http.path),
    ...(http.ifMatch ? ['ifMatch'] : []),
    ...(signature === undefined ? [] : [signature]),
  ])
  return Object.entries(propertiesOf(input)).filter(([name]) => !taken.has(name))
}

const hasBody = ({ method }: HttpBinding): boolean => method === 'post' || method === 'put'

function queryParameters({ http, input: fields }: BoundOperation, input: JsonObject): Json[] {
  if (hasBody(http)) return []
  const required = requiredOf(input)
  const shape = fields instanceof z.ZodObject ? fields.shape : {}
  return freeFields(http, input).map(([name, schema]) => ({
    ...parameter('query', name, schema),
    ...exampleOf(shape[name]),
    ...(required.includes(name) && { required: true }),
  }))
}

/**
 * Returns an example for a field that a query sends as JSON text, where the field has one; otherwise an empty object.
 */
function exampleOf(field: z.core.$ZodType | undefined): JsonObject {
  const found = field && QUERY_EXAMPLES.get(field)
  return found ? { example: JSON.stringify(found.example) } : {}
}

/**
 * Describes a parameter. Lists of text are separated by commas. Other lists, and objects, are JSON, as `queryDecoder`
 * reads them: they are described as a text, since generators of clients do not support a parameter with `content`, with
 * the schema of the value in the text.
 */
function parameter(place: 'path' | 'query', name: string, schema: Json): JsonObject {
  const { description, ...bare } = isObject(schema) ? schema : {}
  const words = description === undefined ? {} : { description }
  const items = bare['items']
  const isJson = bare['type'] === 'object' || (isObject(items) && items['type'] !== 'string')
  if (isJson) {
    const text = { type: 'string', contentMediaType: 'application/json', contentSchema: bare }
    return { name, in: place, ...words, schema: text }
  }
  const style = bare['type'] === 'array' ? { style: 'form', explode: false } : {}
  return { name, in: place, ...words, ...style, schema: bare }
}

function headerParameters({ http, watch }: BoundOperation, input: JsonObject): Json[] {
  const ifMatch = propertiesOf(input)['ifMatch']
  const signedBody = signedBodyOf(http)
  const signature = signedBody && propertiesOf(input)[signedBody.signature]
  const takesKey = http.method === 'post' && http.idempotency !== 'none'
  return [
    ...(http.ifMatch && isObject(ifMatch) ? [header('If-Match', ifMatch)] : []),
    ...(signedBody && isObject(signature) ? [header(signedBody.header, signature)] : []),
    ...(takesKey ? [header('Idempotency-Key', IDEMPOTENCY_KEY)] : []),
    ...(watch ? [header('Last-Event-ID', LAST_EVENT_ID)] : []),
  ]
}

const IDEMPOTENCY_KEY: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'A repeat with the same key and body within 24 hours gets the first answer again',
}

const LAST_EVENT_ID: JsonObject = {
  type: 'string',
  description: 'Id of the last event that was seen; those after it come',
}

function header(name: string, { description, ...schema }: JsonObject): JsonObject {
  return { name, in: 'header', ...(description !== undefined && { description }), schema }
}

function requestBody(
  { name, http }: BoundOperation,
  input: JsonObject,
  schemas: JsonObject,
): JsonObject | undefined {
  const fields = freeFields(http, input)
  if (!hasBody(http) || fields.length === 0) return undefined
  if (signedBodyOf(http)) return { required: true, content: json(SIGNED_BODY) }
  const names = fields.map(([field]) => field)
  const required = requiredOf(input).filter((field) => names.includes(field))
  const whole = objectSchema(Object.fromEntries(fields), required)
  if (requestBodyOf(http) !== 'beacon') {
    return { required: required.length > 0, content: { ...json(whole), ...lineContent(http) } }
  }
  // Collecting takes JSON as plain text too, which browsers send without a preflight.
  schemas[name] = withFlatForm(whole)
  const content = json({ $ref: `#/components/schemas/${name}` })
  return { required: true, content: { ...content, 'text/plain': content['application/json'] } }
}

const SIGNED_BODY: JsonObject = {
  type: 'object',
  description: 'An event, byte by byte as it was signed',
}

/** Describes the same body as a file with one item a line, where the route takes such a file. */
function lineContent(http: HttpBinding): JsonObject {
  const lines = lineBodyOf(http)
  if (!lines) return {}
  const description = `The items of ${lines.field}, one a line (NDJSON), at most ${lines.max} lines`
  return Object.fromEntries(
    LINE_TYPES.map((type) => [type, { schema: { type: 'string', description } }]),
  )
}

/** Returns the schema of a body that is a batch, or one event of a batch together with the batch's other fields. */
function withFlatForm(batch: JsonObject): JsonObject {
  const { events, ...beside } = propertiesOf(batch)
  const event = isObject(events) ? events['items'] : undefined
  if (!isObject(event)) return batch
  const required = [...Object.keys(beside), ...requiredOf(event)]
  return { anyOf: [batch, objectSchema({ ...beside, ...propertiesOf(event) }, required)] }
}

function securitySchemes(): JsonObject {
  const scopes = Object.entries(SCOPES).map(([scope, grants]) => `${scope}: ${grants}`)
  return {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description: `An API key, ctbk_…; each route names the scopes of which it needs one. ${scopes.join('. ')}.`,
    },
    session: {
      type: 'http',
      scheme: 'bearer',
      description:
        'A session token, ctbs_…; pages of the server itself may send it in a cookie, with Sec-Fetch-Site: same-origin',
    },
    link: {
      type: 'apiKey',
      in: 'query',
      name: 'link',
      description:
        'A link that a tool made: it opens one file for 15 minutes, as long as its key is live and holds the scope.',
    },
  }
}
