import * as z from 'zod'

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface JsonObject {
  [key: string]: Json
}

/** Returns the `content` of a body or an answer in JSON, as OpenAPI has it. */
export const json = (schema: JsonObject) => ({ 'application/json': { schema } })

/** Returns the schema of an object that has no other fields than these. */
export function objectSchema(properties: JsonObject, required: string[]): JsonObject {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** Writes a zod schema as JSON Schema 2020-12; the schemas that it names go among the document's own schemas. */
export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: JsonObject,
): JsonObject {
  const text = JSON.stringify(
    z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withItems }),
  )
  // Answers may gain fields within a version, so they are not closed as inputs are.
  const open = io === 'input' ? text : text.replaceAll(',"additionalProperties":false', '')
  const moved = open.replaceAll('"#/$defs/', '"#/components/schemas/')
  // @NOTE JSON.parse of an object's JSON gives an object.
  const { $defs, ...own } = clean(JSON.parse(moved) as Json) as JsonObject
  if (isObject($defs)) Object.assign(schemas, $defs)
  return own
}

/** Adds a schema of all items to a list that has one for each place: programs that read OpenAPI want both. */
function withItems({ jsonSchema: list }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { prefixItems } = list
  if (!prefixItems) return
  const kinds = new Map(
    prefixItems.flatMap((item) =>
      typeof item === 'object' ? [[JSON.stringify(item), item] as const] : [],
    ),
  )
  const [first = {}, ...others] = kinds.values()
  list.items = others.length === 0 ? first : { anyOf: [first, ...others] }
  if (others.length === 0) delete list.prefixItems
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

/** True for an object: not a list, a bare value, null or undefined. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the fields of an object's schema by name; an empty object for any other schema. */
export const propertiesOf = ({ properties }: JsonObject): JsonObject =>
  isObject(properties) ? properties : {}

/** Returns the names of the fields that an object's schema demands. */
export const requiredOf = ({ required }: JsonObject): string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
