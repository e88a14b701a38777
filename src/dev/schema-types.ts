import {
  isObject,
  propertiesOf,
  requiredOf,
  type Json,
  type JsonObject,
} from '../http/openapi-schema.ts'

/** An object whose fields need no words stands in one line where it fits. */
const LINE_CHARS = 120

export function field(name: string, schema: Json, isNeeded: boolean, depth: number): string {
  const indent = '  '.repeat(depth)
  const words = isObject(schema) ? schema['description'] : undefined
  return [
    ...comment(words, depth),
    `${indent}${key(name, isNeeded)}: ${typeOf(schema, depth)}`,
  ].join('\n')
}

export const key = (name: string, isNeeded: boolean): string =>
  `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}${isNeeded ? '' : '?'}`

export const comment = (words: Json | undefined, depth: number): string[] =>
  typeof words === 'string' ? [`${'  '.repeat(depth)}/** ${words.replaceAll('*/', '*\\/')} */`] : []

export function block(fields: readonly string[], depth: number): string {
  if (fields.length === 0) return 'Record<string, never>'
  const line = `{ ${fields.map((one) => one.trim()).join('; ')} }`
  if (!/[\n]|\/\*/.test(line) && line.length + 2 * depth <= LINE_CHARS) return line
  return `{\n${fields.join('\n')}\n${'  '.repeat(depth)}}`
}

/** The type of the values that a schema takes. Throws for a kind of schema that no route had before. */
export function typeOf(schema: Json, depth: number): string {
  if (!isObject(schema)) return 'unknown'
  const { $ref: reference, const: only, enum: values, anyOf, allOf, type } = schema
  if (typeof reference === 'string') return `ApiSchemas['${reference.split('/').at(-1)}']`
  if (only !== undefined) return literal(only)
  if (Array.isArray(values)) return union(values.map(literal))
  if (Array.isArray(anyOf)) return union(anyOf.map((one) => typeOf(one, depth)))
  if (Array.isArray(allOf)) return allOf.map((one) => typeOf(one, depth)).join(' & ')
  return union([type].flat().map((one) => simpleType(one, schema, depth)))
}

const literal = (value: Json): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

function simpleType(type: Json | undefined, schema: JsonObject, depth: number): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const items = typeOf(schema['items'] ?? {}, depth)
      return /[|&]/.test(items) ? `(${items})[]` : `${items}[]`
    }
    case 'object':
      return objectType(schema, depth)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`No type of TypeScript is known for ${JSON.stringify(schema)}`)
  }
}

function objectType(schema: JsonObject, depth: number): string {
  const required = requiredOf(schema)
  const fields = Object.entries(propertiesOf(schema)).map(([name, one]) =>
    field(name, one, required.includes(name), depth + 1),
  )
  const { additionalProperties: others } = schema
  if (fields.length === 0 && isObject(others)) return `Record<string, ${typeOf(others, depth)}>`
  if (fields.length === 0 && others === undefined) return 'Record<string, unknown>'
  return block(fields, depth)
}
