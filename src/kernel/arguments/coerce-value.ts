import { isRecord } from '../../lib/json/is-record.ts'
import { foldName } from './argument-aliases.ts'
import type { InputSchema } from './json-schema.ts'

/** The most elements of a list that are read; a longer list is left to the schema to refuse. */
const MAX_ELEMENTS = 2_000
const MAX_TOLD = 60

/** Collects, in words, the values that were read as something else. */
export type Told = (words: string) => void

/**
 * Reads a value in the form that its schema wants, where its meaning is certain: numbers and booleans as text, one
 * value for a list, JSON as text, other words for a listed value. Anything else stays as it is, for the schema to
 * refuse.
 */
export function coerceValue(
  schema: InputSchema,
  value: unknown,
  name: string,
  told: Told,
): unknown {
  const { anyOf } = schema
  if (anyOf) return coerceValue(fittingForm(anyOf, value), value, name, told)
  if (schema.enum) return listedValue(schema, only(value), name, told)
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

/**
 * Chooses the one of several forms whose fields an object has, by name or another name; the first form for other
 * values.
 */
function fittingForm(forms: readonly InputSchema[], value: unknown): InputSchema {
  const object = parsed(value, '{')
  const names = isRecord(object) ? Object.keys(object) : []
  const fits = ({ properties = {} }: InputSchema) =>
    names.some((name) => Object.hasOwn(properties, name))
  const isMeant = ({ places }: InputSchema) => names.some((name) => places?.has(foldName(name)))
  return forms.find(fits) ?? forms.find(isMeant) ?? forms[0] ?? {}
}

/** Returns the value of a list that has exactly one; any other value stays as it is. */
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

function readList(items: InputSchema, value: unknown, name: string, told: Told): unknown {
  const list = asList(items, parsed(value, '['), told)
  if (!Array.isArray(list) || list.length > MAX_ELEMENTS) return list
  return list
    .filter((element) => element !== null && element !== '')
    .flatMap((element) => (isRecord(element) && fieldsAsList(items, element, told)) || [element])
    .map((element) => coerceValue(items, element, name, told))
}

/** Makes a list from one value, or from words that commas separate where the schema lists the legal ones. */
function asList(items: InputSchema, value: unknown, told: Told): unknown {
  if (Array.isArray(value)) return value
  if (typeof value === 'string' && items.enum) return value.split(',').map((word) => word.trim())
  if (typeof value === 'string' && items.type === 'string') return [value]
  if (!isRecord(value)) return value
  return fieldsAsList(items, value, told) ?? (isOneOf(items, value) ? [value] : value)
}

/** True for an object that has a field of the list's items, and so is meant as one item. */
function isOneOf(items: InputSchema, value: object): boolean {
  const forms = items.anyOf ?? [items]
  const names = Object.keys(value).slice(0, MAX_FIELDS)
  return forms.some(({ places }) => names.some((name) => places?.has(foldName(name))))
}

/**
 * Reads an object such as `{"engine": "chatgpt"}` as a list of filters, each field as the name of a dimension;
 * undefined where a field names no dimension, or is a field of a filter.
 */
function fieldsAsList(items: InputSchema, value: Readonly<Record<string, unknown>>, told: Told) {
  const forms = items.anyOf ?? [items]
  const meanings = forms.flatMap(({ properties }) => properties?.['dimension']?.meanings ?? [])
  const fields = Object.entries(value).filter(([, values]) => !isEmpty(values))
  if (meanings.length === 0 || fields.length > MAX_FIELDS) return undefined
  const read: { field: string; dimension: string; values: unknown }[] = []
  for (const [field, values] of fields) {
    const word = foldName(field)
    const dimension = meanings.flatMap((names) => names.get(word) ?? [])[0]
    if (dimension === undefined) return undefined
    const isField = dimension !== field && forms.some(({ places }) => places?.has(word))
    if (isField) return undefined
    read.push({ field, dimension, values })
  }
  if (read.length === 0) return undefined
  for (const { field, dimension } of read) {
    if (field !== dimension) told(`filters: ${oneLine(field)} as ${dimension}`)
  }
  return read.map(({ dimension, values }) => ({ dimension, values }))
}

/** Returns the dimensions that a list of filters may name; an empty list for other lists. */
export function dimensionsOf(items: InputSchema | undefined): readonly unknown[] {
  const forms = items?.anyOf ?? (items ? [items] : [])
  return forms.flatMap(({ properties }) => properties?.['dimension']?.enum ?? [])
}

/** Parses a text that begins as a JSON object or list; any other value, and text that is not JSON, stays as it is. */
function parsed(value: unknown, opening: '{' | '['): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(opening)) return value
  try {
    return JSON.parse(value) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}

/** Finds the listed value that a word means: in any case, in the plural, or by another name. */
function listedValue(
  { enum: legal = [], meanings }: InputSchema,
  value: unknown,
  name: string,
  told: Told,
): unknown {
  if (typeof value !== 'string' || legal.includes(value) || value.length > MAX_TOLD) return value
  const word = foldName(value)
  const forms = [word, word.replace(/s$/, ''), `${word}s`]
  const found = new Set(forms.flatMap((form) => meanings?.get(form) ?? []))
  const [first] = found
  if (found.size !== 1 || first === undefined) return value
  if (foldName(first) !== word) told(`${name}: ${oneLine(value)} as ${first}`)
  return first
}

/**
 * The most fields of an object that is read. No tool has this many arguments; a larger object is left to the schema to
 * refuse.
 */
export const MAX_FIELDS = 200

/**
 * Reads the fields of an object by their names and by the names that models use. Empty fields are left out; a field
 * without a place keeps its name, for the schema to refuse.
 */
export function readObject(
  { properties, places }: InputSchema,
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
      const place = Object.hasOwn(properties, field) ? field : placeOf(field, raw, places, taken)
      taken.add(place)
      if (place !== field) told(`${prefix}${oneLine(field)} as ${place}`)
      if (!Object.hasOwn(properties, place)) return [field, raw]
      const at = name === undefined ? place : `${name}.${place}`
      return [place, coerceValue(properties[place] ?? {}, raw, at, told)]
    }),
  )
}

/** True for the values that models send when they mean no value. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === ''

/** Returns the field that another name means; the name itself where it means no field, or one that was sent too. */
function placeOf(
  field: string,
  value: unknown,
  places: InputSchema['places'],
  given: ReadonlySet<string>,
): string {
  const word = foldName(field)
  const place = places?.get(word)
  if (place === undefined) return field
  return given.has(place) || isPageNumber(word, value) ? field : place
}

/** True for a number that was sent as `page` or `pages`: it means a page of a list, and not the page of a site. */
export const isPageNumber = (word: string, value: unknown): boolean =>
  (word === 'page' || word === 'pages') &&
  (typeof value === 'number' || /^\d+$/.test(String(value)))

/** Returns the beginning of a caller's word, on one line. */
export const oneLine = (word: string): string =>
  word.slice(0, MAX_TOLD).trim().replaceAll(/\s+/g, ' ')
