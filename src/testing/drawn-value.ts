import * as fc from 'fast-check'
import { isObject, propertiesOf, requiredOf, type JsonObject } from '../http/openapi-schema.ts'
import { resolved } from './open-api.ts'

/** A value for a field by its place (`match.path`), where its schema alone does not say which are taken. */
export type DrawField = (place: string) => fc.Arbitrary<unknown> | 'left out' | undefined

const MAX_DEPTH = 3

/** Draws values that a schema takes; fields of objects that `fields` leaves out never come. */
export function drawnFrom(
  schema: JsonObject,
  fields: DrawField = () => undefined,
  place = '',
  depth = 0,
): fc.Arbitrary<unknown> {
  const shape = resolved(schema)
  if ('const' in shape) return fc.constant(shape['const'])
  if (Array.isArray(shape['enum'])) return fc.constantFrom(...shape['enum'])
  const choices = shape['anyOf'] ?? shape['oneOf']
  if (Array.isArray(choices)) {
    return fc.oneof(...choices.filter(isObject).map((one) => drawnFrom(one, fields, place, depth)))
  }
  return valuesOfType(shape, fields, place, depth)
}

function valuesOfType(
  shape: JsonObject,
  fields: DrawField,
  place: string,
  depth: number,
): fc.Arbitrary<unknown> {
  const [type] = [shape['type']].flat()
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer(boundsOf(shape))
    case 'string':
      return textsOf(shape)
    case 'array':
      return listsOf(shape, (items) => drawnFrom(items, fields, place, depth + 1))
    case 'object':
      return objectsOf(shape, fields, place, depth)
    default:
      throw new Error(`Nothing is drawn for ${place || 'a field'}: ${JSON.stringify(shape)}`)
  }
}

function boundsOf({ minimum, maximum }: JsonObject): { min: number; max: number } {
  const min = typeof minimum === 'number' ? minimum : -1_000
  return { min, max: typeof maximum === 'number' ? maximum : min + 2_000 }
}

function listsOf(
  { items, minItems, maxItems }: JsonObject,
  drawItem: (items: JsonObject) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown[]> {
  const minLength = typeof minItems === 'number' ? minItems : 0
  const most = typeof maxItems === 'number' ? maxItems : 3
  const maxLength = Math.max(minLength, Math.min(most, 4))
  return isObject(items)
    ? fc.uniqueArray(drawItem(items), { minLength, maxLength, comparator: 'SameValueZero' })
    : fc.constant([])
}

function objectsOf(
  shape: JsonObject,
  fields: DrawField,
  place: string,
  depth: number,
): fc.Arbitrary<object> {
  const required = requiredOf(shape)
  const drawn: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, schema] of Object.entries(propertiesOf(shape))) {
    const own = place === '' ? name : `${place}.${name}`
    const given = fields(own)
    const isNeeded = required.includes(name)
    if (given === 'left out' || (depth >= MAX_DEPTH && !isNeeded) || !isObject(schema)) continue
    if (given === undefined && !isDrawn(name, schema, depth > 0 && isNeeded)) continue
    drawn[name] = given ?? drawnFrom(schema, fields, own, depth + 1)
  }
  return fc.record(drawn, { requiredKeys: required.filter((name) => name in drawn) })
}

/** A text that nothing is known of stays what the sample says, unless a drawn object needs it. */
const isDrawn = (name: string, schema: JsonObject, isNeeded: boolean): boolean =>
  schema['deprecated'] !== true && (isNeeded || TEXTS.has(name) || !isFreeText(schema))

/** Fields that take any text. */
const TEXTS = new Set([
  'name',
  'title',
  'label',
  'description',
  'organization',
  'query',
  'tag',
  'tool',
])

/** Says whether a text has a schema that does not say what it is: a host, an address or an order looks the same. */
function isFreeText(schema: JsonObject): boolean {
  const { type, items, enum: values, pattern, format, anyOf } = resolved(schema)
  if (Array.isArray(anyOf)) return anyOf.some((one) => isObject(one) && isFreeText(one))
  if (type === 'array') return isObject(items) && isFreeText(items)
  return type === 'string' && values === undefined && pattern === undefined && format === undefined
}

const WORDS = [
  'Tides',
  'Ebbe und Flut',
  'čaj',
  '潮汐',
  "O'Neil & Sons",
  'a/b',
  '100%',
  '🌊 waves',
  'naïve',
  'x',
]
const DAY = fc
  .date({
    min: new Date('2026-12-01T00:00:00.000Z'),
    max: new Date('2027-06-01T00:00:00.000Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString())

function textsOf(shape: JsonObject): fc.Arbitrary<string> {
  const { pattern, format, minLength, maxLength } = shape
  if (format === 'date-time') return DAY
  if (format === 'date') return DAY.map((instant) => instant.slice(0, 10))
  const least = typeof minLength === 'number' ? minLength : 0
  const most = typeof maxLength === 'number' ? maxLength : 1_000
  // White space around a text is often cut off before the text is counted.
  const fits = (text: string): boolean => text.trim().length >= least && text.length <= most
  if (typeof pattern === 'string')
    return fc
      .stringMatching(new RegExp(pattern, 'u'), { maxLength: Math.min(most, 60) })
      .filter(fits)
  const drawn = fc.string({
    unit: 'grapheme',
    minLength: Math.min(least, 3),
    maxLength: Math.min(most, 40),
  })
  return fc.oneof(fc.constantFrom(...WORDS), drawn).filter(fits)
}
