import { ARGUMENT_ALIASES, foldName, VALUE_ALIASES } from './argument-aliases.ts'
import type { JsonSchema } from './json-schema.ts'

/** Elements of a list that are looked at; a longer one is left to the schema to refuse. */
const MAX_ELEMENTS = 2_000
const MAX_TOLD = 60

/** Collects in words what was read as something else. */
export type Told = (words: string) => void

/**
 * Reads a value as its schema wants it, where that is beyond doubt: numbers and booleans as text, one value for a list,
 * JSON as text, other words for a listed value. Anything else stays as it is, for the schema to refuse.
 */
export function coerceValue(schema: JsonSchema, value: unknown, name: string, told: Told): unknown {
  const { anyOf } = schema
  if (anyOf) return coerceValue(fittingForm(anyOf, value), value, name, told)
  if (schema.enum) return listedValue(schema.enum, only(value), name, told)
  switch (schema.type) {
    case 'number':
    case 'integer':
      return readNumber(only(value))
    case 'boolean':
      return readBoolean(only(value))
    case 'string':
      return typeof only(value) === 'number' ? String(only(value)) : only(value)
    case 'array':
      return readList(schema.items ?? {}, value, name, told)
    case 'object':
      return readObject(schema, parsed(value, '{'), told, { name })
    default:
      return value
  }
}

/** Chooses of several forms the one whose fields an object has; the first for everything else. */
function fittingForm(forms: readonly JsonSchema[], value: unknown): JsonSchema {
  const object = parsed(value, '{')
  const names = isRecord(object) ? Object.keys(object) : []
  const fits = ({ properties = {} }: JsonSchema) =>
    names.some((name) => Object.hasOwn(properties, name))
  return forms.find(fits) ?? forms[0] ?? {}
}

/** A list of one stands for its value. */
const only = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value

const readNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value.trim())
    ? Number(value)
    : value

function readBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const word = value.trim().toLowerCase()
  if (word === 'true' || word === 'yes') return true
  return word === 'false' || word === 'no' ? false : value
}

function readList(items: JsonSchema, value: unknown, name: string, told: Told): unknown {
  const list = asList(items, parsed(value, '['))
  if (!Array.isArray(list) || list.length > MAX_ELEMENTS) return list
  return list
    .filter((element) => element !== null && element !== '')
    .map((element) => coerceValue(items, element, name, told))
}

/** Makes a list of one value, or of words that commas separate where the schema lists the legal ones. */
function asList(items: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value
  if (typeof value === 'string' && items.enum) return value.split(',').map((word) => word.trim())
  if (typeof value === 'string' && items.type === 'string') return [value]
  if (!isRecord(value)) return value
  return fieldsAsList(items, value) ?? (isOneOf(items, value) ? [value] : value)
}

/** True for an object that has a field of what a list holds. */
function isOneOf({ properties, anyOf = [] }: JsonSchema, value: object): boolean {
  const forms = properties ? [properties] : anyOf.map((form) => form.properties ?? {})
  return forms.some((fields) =>
    Object.keys(value).some((name) => Object.hasOwn(fields, placeOf(name, '', fields, new Set()))),
  )
}

/** Reads `{"engine": "chatgpt"}` as a list of filters. */
function fieldsAsList(items: JsonSchema, value: Readonly<Record<string, unknown>>) {
  const legal = dimensionsOf(items)
  const entries = Object.entries(value)
  const isMap = entries.length > 0 && entries.every(([field]) => legal.includes(field))
  return isMap ? entries.map(([dimension, values]) => ({ dimension, values })) : undefined
}

/** Answers the dimensions that a list of filters may name; none for other lists. */
export function dimensionsOf(items: JsonSchema | undefined): readonly unknown[] {
  const forms = items?.anyOf ?? (items ? [items] : [])
  return forms.flatMap(({ properties }) => properties?.['dimension']?.enum ?? [])
}

/** Reads JSON that was sent as text. */
function parsed(value: unknown, opening: '{' | '['): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(opening)) return value
  try {
    return JSON.parse(value) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}

/** Finds the listed value that a word means: without regard to case, in the plural, or by another name. */
function listedValue(legal: readonly unknown[], value: unknown, name: string, told: Told): unknown {
  if (typeof value !== 'string' || legal.includes(value) || value.length > MAX_TOLD) return value
  const word = foldName(value)
  const forms = new Set([word, word.replace(/s$/, ''), `${word}s`])
  const found = legal.filter(
    (one) =>
      typeof one === 'string' &&
      [one, ...(VALUE_ALIASES[one] ?? [])].some((alias) => forms.has(foldName(alias))),
  )
  const [first] = found
  if (found.length !== 1 || typeof first !== 'string') return value
  if (foldName(first) !== word) told(`${name}: ${oneLine(value)} as ${first}`)
  return first
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** No tool has so many arguments; an object with more is left to the schema to refuse. */
export const MAX_FIELDS = 200

/**
 * Reads the fields of an object by their names and by what models call them. Empty ones are left out; what has no
 * place keeps its name, for the schema to refuse.
 */
export function readObject(
  { properties }: JsonSchema,
  value: unknown,
  told: Told,
  { name }: { name?: string } = {},
): unknown {
  if (!properties || !isRecord(value)) return value
  const given = Object.entries(value).filter(([, raw]) => !isEmpty(raw))
  if (given.length > MAX_FIELDS) return value
  const taken = new Set(given.map(([field]) => field))
  const prefix = name === undefined ? '' : `${name}: `
  return Object.fromEntries(
    given.map(([field, raw]) => {
      const place = placeOf(field, raw, properties, taken)
      taken.add(place)
      if (place !== field) told(`${prefix}${oneLine(field)} as ${place}`)
      if (!Object.hasOwn(properties, place)) return [field, raw]
      const at = name === undefined ? place : `${name}.${place}`
      return [place, coerceValue(properties[place] ?? {}, raw, at, told)]
    }),
  )
}

/** True for what models send where nothing is given. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === ''

/** Finds the field that a name means; the name itself where it means none, or one that was given too. */
function placeOf(
  field: string,
  value: unknown,
  properties: Readonly<Record<string, JsonSchema>>,
  given: ReadonlySet<string>,
): string {
  if (Object.hasOwn(properties, field)) return field
  const word = foldName(field)
  const legal = Object.keys(properties)
  const place =
    legal.find((one) => foldName(one) === word) ??
    legal.find((one) => isAlias(one, word) && !isPageNumber(word, value))
  return place === undefined || given.has(place) ? field : place
}

const isAlias = (place: string, word: string): boolean =>
  (ARGUMENT_ALIASES[place] ?? []).some((alias) => foldName(alias) === word)

/** A number called `page` counts pages of a list, and names none. */
export const isPageNumber = (word: string, value: unknown): boolean =>
  word.startsWith('page') && (typeof value === 'number' || /^\d+$/.test(String(value)))

/** Writes a caller's word on one line. */
export const oneLine = (word: string): string => word.trim().replaceAll(/\s+/g, ' ')
