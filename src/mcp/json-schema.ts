import * as z from 'zod'
import { isCompact } from '../kernel/reads/compact-schema.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * The keywords that are left out of schemas, as they cost tokens and say nothing to a model: `execute` refuses unknown
 * arguments and what is too long anyway. Some clients refuse all tools of a server where a schema has those that
 * describe names and values of free objects.
 */
const NOISE = new Set(
  '$schema additionalProperties propertyNames title id list minLength maxLength minItems maxItems'.split(
    ' ',
  ),
)

/** Makes the JSON Schema of a zod schema, without the keywords that say nothing to a model. */
export function toolSchema(schema: z.ZodType, io: 'input' | 'output'): { [key: string]: Json } {
  const full = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      if (!isCompact(zodSchema)) return
      delete jsonSchema.enum
      delete jsonSchema.anyOf
      // Clients refuse a list whose schema does not say what its items are.
      if (jsonSchema.type === 'array') jsonSchema.items = { type: typeOfItems(jsonSchema) }
    },
  })
  const text = JSON.stringify(full)
  const slim = strip(JSON.parse(text) as Json) // @NOTE JSON.parse gives JSON
  if (typeof slim !== 'object' || slim === null || Array.isArray(slim)) {
    throw new TypeError('A tool schema must be an object')
  }
  // Some clients refuse an object schema without `properties`, also where a tool has no argument.
  if (io === 'output') return { type: 'object', properties: describeAnswer(certain(slim)) }
  const { properties = {} } = slim
  return { ...slim, properties }
}

/** Returns the type of a list's items: `object` where the schema of the items names no type. */
function typeOfItems({ items }: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.SchemaType {
  const type = typeof items === 'object' && !Array.isArray(items) ? items.type : undefined
  return typeof type === 'string' ? type : 'object'
}

/** Returns an input schema without the argument `site`, for addresses that name the site. */
export function withoutSite(schema: { [key: string]: Json }): { [key: string]: Json } {
  const { properties, required } = schema
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
    return schema
  }
  const { site: _, ...others } = properties
  const rest = Array.isArray(required) ? required.filter((name) => name !== 'site') : []
  return { ...schema, properties: others, ...(rest.length > 0 && { required: rest }) }
}

/** Returns descriptions of the fields that an answer always has. Fields that it may lack explain themselves. */
function certain({ properties, required }: { [key: string]: Json }): Json {
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return {}
  if (!Array.isArray(required)) return properties
  return Object.fromEntries(Object.entries(properties).filter(([name]) => required.includes(name)))
}

/**
 * Leaves out of an answer's schema the parts that explain themselves and cost tokens in each list of tools: the fields
 * of inner objects, and the types of fields that may be of several types, since clients that know one type for each
 * field refuse a tool that has more.
 */
function describeAnswer(value: Json): Json {
  if (Array.isArray(value)) return value.map(describeAnswer)
  if (typeof value !== 'object' || value === null) return value
  const { type, properties: _properties, required: _required, ...others } = value
  const isInner = type === 'object' && 'properties' in value
  if (isInner) return { type, ...others }
  const kept = Object.entries(value).filter(([, child]) => hasOneType(child))
  return Object.fromEntries(kept.map(([key, child]) => [key, describeAnswer(child)]))
}

/** True for a schema of one type; false for one of several types or of any type. */
function hasOneType(child: Json): boolean {
  if (typeof child !== 'object' || child === null || Array.isArray(child)) return true
  const said = Object.entries(child).filter(
    ([key, word]) => key !== 'description' || typeof word !== 'string',
  )
  return said.length > 0 && !Array.isArray(child['type'])
}

function strip(value: Json, isProperties = false): Json {
  if (Array.isArray(value)) return value.map((item) => strip(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key, child]) => isProperties || !isNoise(key, child))
  return Object.fromEntries(
    kept.map(([key, child]) => [key, strip(child, !isProperties && key === 'properties')]),
  )
}

const isEmptyObject = (child: Json): boolean =>
  typeof child === 'object' && child !== null && Object.keys(child).length === 0

function isNoise(key: string, child: Json): boolean {
  if (key === 'properties' && isEmptyObject(child)) return true
  if (key === 'default') return Array.isArray(child) && child.length === 0
  if (child === Number.MAX_SAFE_INTEGER || child === Number.MIN_SAFE_INTEGER) return true
  return NOISE.has(key)
}
