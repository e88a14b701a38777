import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApiDocument } from '../http/openapi.ts'
import { fullParameters } from '../http/openapi-components.ts'
import type { Json, JsonObject } from '../http/openapi-schema.ts'
import { isObject } from '../http/openapi-schema.ts'
import { addressOf } from '../kernel/door/surface.ts'
import { OPERATIONS } from '../server/operations.ts'
import { ROUTES, type Route } from './routes.ts'

// The document that docs/openapi.json has; `npm run docs:check` makes sure that the file equals it.
const document = openApiDocument(OPERATIONS, '0.0.0')

// Formats are not checked, because a pattern next to each says the same.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
ajv.addSchema(document, 'api')

const validators = new Map<string, ValidateFunction>()

/** Returns what a value breaks of the schema at a place of the document; undefined where it breaks nothing. */
function complaintAt(pointer: readonly string[], value: unknown): string | undefined {
  const path = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  const known = validators.get(path)
  const validate = known ?? ajv.compile({ $ref: `api#/${encodeURI(path)}` })
  validators.set(path, validate)
  if (validate(value)) return undefined
  return validate.errors
    ?.map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`)
    .join('; ')
}

const pathOf = ({ http }: Route): string => http.path.replaceAll(/:(\w+)/g, '{$1}')

/** The operation object of a route. */
export function described(route: Route): JsonObject {
  const operation = document.paths[pathOf(route)]?.[route.http.method]
  if (!operation) throw new Error(`docs/openapi.json lacks ${route.name}`)
  return operation
}

/** The schema that a reference leads to; any other schema as it is. */
export function resolved(schema: JsonObject): JsonObject {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const name = reference.split('/').at(-1) ?? ''
  const found = document.components.schemas[name]
  if (!isObject(found)) throw new Error(`docs/openapi.json lacks the schema ${name}`)
  return found
}

/** Returns the schema of a route's JSON body; undefined for a route that takes none. */
export function bodySchema(route: Route): JsonObject | undefined {
  const schema = [route]
    .map(described)
    .map((one) => at(one, ['requestBody', 'content', 'application/json', 'schema']))[0]
  return isObject(schema) ? schema : undefined
}

function at(value: Json | undefined, [name, ...rest]: readonly string[]): Json | undefined {
  if (name === undefined) return value
  return isObject(value) ? at(value[name], rest) : undefined
}

interface Parameter {
  name: string
  schema: JsonObject
  required: boolean
  /** True where its value is sent as JSON. */
  isJson: boolean
}

const nameOf = ({ name }: JsonObject): string => (typeof name === 'string' ? name : '')

/** Lists the parameters that a route takes in the query. */
export function queryParametersOf(route: Route): Parameter[] {
  return fullParameters(described(route), document.components).flatMap((one) => {
    if (one['in'] !== 'query') return []
    const asJson = at(one, ['schema', 'contentSchema'])
    const schema = asJson ?? one['schema']
    return isObject(schema)
      ? [
          {
            name: nameOf(one),
            schema,
            required: one['required'] === true,
            isJson: asJson !== undefined,
          },
        ]
      : []
  })
}

const placeOf = (route: Route): string[] => ['paths', pathOf(route), route.http.method]

/** Returns what is wrong with a body, by the document alone. */
export const bodyComplaint = (route: Route, body: unknown): string | undefined =>
  complaintAt([...placeOf(route), 'requestBody', 'content', 'application/json', 'schema'], body)

interface Answer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: unknown
}

/** Returns what the document does not describe of an answer; undefined where it describes all of it. */
export function answerComplaint(
  route: Route,
  { status, headers, body }: Answer,
): string | undefined {
  const type = String(headers['content-type'])
  const [mediaType = ''] = type.split(';')
  if (status >= 400) {
    const place = ['components', 'responses', 'Error', 'content', mediaType]
    return at(document, place) ? complaintAt([...place, 'schema'], body) : `an error as ${type}`
  }
  const place = [...placeOf(route), 'responses', String(status), 'content', mediaType]
  if (!at(document, place)) return `no answer has the status ${status} and the type ${type}`
  return mediaType === 'application/json' ? complaintAt([...place, 'schema'], body) : undefined
}

const routePatterns = ROUTES.map((route) => {
  const path = addressOf(route.http).replaceAll(/:\w+/g, '[^/]+')
  return [route, new RegExp(`^${path}$`)] as const
})
// A literal address goes before one with a parameter in its place.
const byLiterals = routePatterns.toSorted(
  ([a], [b]) => a.http.path.split('/:').length - b.http.path.split('/:').length,
)

/** Finds the route that answers a request; undefined where no route does. */
export function routeAt(method: string, url: string): Route | undefined {
  const [path = ''] = url.split('?')
  return byLiterals.find(
    ([{ http }, pattern]) => http.method === method.toLowerCase() && pattern.test(path),
  )?.[0]
}

/** Throws for an answer that docs/openapi.json does not describe. Every answer that a test gets is held to this. */
export function assertDescribed(method: string, url: string, answer: Answer): void {
  const route = routeAt(method, url)
  const complaint = route && answerComplaint(route, answer)
  if (complaint === undefined) return
  throw new Error(
    `${method} ${url} answered ${answer.status}, which docs/openapi.json does not describe: ${complaint}`,
  )
}
