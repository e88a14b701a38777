import * as z from 'zod'
import { signedBodyOf, type HttpBinding } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { addressOf } from '../kernel/door/surface.ts'
import { OPERATIONS } from '../server/operations.ts'

export type Route = Operation & { http: HttpBinding }

/** Every operation that has a route of the API, which `docs/openapi.json` describes. */
export const ROUTES: readonly Route[] = OPERATIONS.filter(
  (o): o is Route => o.http?.surface === 'api',
)

export const hasBody = ({ http }: Route): boolean => http.method === 'post' || http.method === 'put'

/** True where the body is read as JSON, field by field; one that is signed is taken as it is. */
export const hasJsonBody = (route: Route): boolean =>
  hasBody(route) && signedBodyOf(route.http) === undefined

/** Makes the address of a route, each of its parameters being `value`. */
export const pathOf = ({ http }: Route, value: string): string =>
  addressOf(http).replace(/:\w+/, value).replaceAll(/:\w+/g, value.slice(0, 64))

/** Lists the names of the parameters in a route's address. */
export const parametersOf = ({ http }: Route): string[] =>
  [...http.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')

interface Field {
  name: string
  isObject: boolean
}

/** The fields that a route takes, and whether each is an object; of one that takes a batch, those of an item. */
export function fieldsOf({ input }: Pick<Operation, 'input'>): Field[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const { events } = schema.properties ?? {}
  const items = typeof events === 'object' ? events.items : undefined
  const item = typeof items === 'object' && !Array.isArray(items) ? items : undefined
  const { properties = {} } = item?.properties ? item : schema
  return Object.entries(properties).map(([name, field]) => ({
    name,
    isObject: takesObject(field),
  }))
}

/** Says whether a field takes an object; a field that may also be null lists its forms apart. */
const takesObject = (field: z.core.JSONSchema._JSONSchema): boolean =>
  typeof field === 'object' &&
  [field.type, field.anyOf?.map((form) => typeof form === 'object' && form.type)]
    .flat()
    .includes('object')

/** A value that the field cannot take. */
export const wrongFor = ({ isObject }: Field): unknown => (isObject ? 7 : { a: 1 })
