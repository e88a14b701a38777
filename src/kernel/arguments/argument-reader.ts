import type { z } from 'zod'
import { isRecord } from '../../lib/json/is-record.ts'
import { readPeriod } from '../../lib/time/read-period.ts'
import { ADDED_ARGUMENTS } from './added-arguments.ts'
import { ARGUMENT_EXAMPLES, foldName, RANGE_ENDS, TWO_PERIODS } from './argument-aliases.ts'
import {
  dimensionsOf,
  isEmpty,
  isPageNumber,
  MAX_FIELDS,
  oneLine,
  readObject,
} from './coerce-value.ts'
import { inputSchema, type InputSchema } from './json-schema.ts'

interface ReadArguments {
  value: unknown
  /** Notes on what was read as something else, such as `page as path`. */
  told: string[]
  /** The arguments that clients add by themselves, and that the tool does not have. */
  ignored?: string[]
}

interface Argument {
  name: string
  description: string
  required: boolean
}

type Fields = Record<string, unknown>

/** The most notes on one call; no caller needs more. */
const MAX_TOLD = 20

/**
 * Reads the arguments that models send for a tool in the form that its schema wants, where their meaning is certain.
 * Each tool has one reader, which writes the schema when the tool is first called.
 */
export class ArgumentReader {
  readonly #input: z.ZodType
  #schema: InputSchema | undefined

  constructor(input: z.ZodType) {
    this.#input = input
  }

  get names(): string[] {
    return Object.keys(this.#properties)
  }

  /** Lists the arguments in their order, with the description of each. */
  list(): Argument[] {
    const { required = [] } = this.#read()
    return Object.entries(this.#properties).map(([name, { description = '' }]) => ({
      name,
      description,
      required: required.includes(name),
    }))
  }

  /**
   * Returns a value that an argument could have, to show its form: the meant value, an example, or the first listed
   * value. Undefined where none of these exists.
   */
  exampleOf(name: string, meant: string | undefined): unknown {
    const schema = Object.hasOwn(this.#properties, name) ? this.#properties[name] : undefined
    if (!schema) return undefined
    const { items } = schema
    if (!items) return meant ?? ARGUMENT_EXAMPLES[name] ?? schema.enum?.[0]
    if (!items.enum) {
      return items.type === 'string' && meant !== undefined ? [meant] : ARGUMENT_EXAMPLES[name]
    }
    return [meant ?? items.enum[0]]
  }

  /**
   * Reads the arguments of one call. `today` is a local day number, by which the later of two named periods is found.
   */
  read(raw: unknown, today: number): ReadArguments {
    if (!isRecord(raw) || Object.keys(raw).length > MAX_FIELDS) return { value: raw, told: [] }
    const schema = this.#read()
    const properties = this.#properties
    const told = new Set<string>()
    const tell = (words: string): void => {
      if (told.size < MAX_TOLD) told.add(words)
    }
    const fields: Fields = { ...raw }
    const ignored = takeAdded(fields, schema)
    const others = Object.keys(fields).filter((name) => !Object.hasOwn(properties, name))
    const sent: Sent = { fields, others, properties, tell }
    joinRangeEnds(sent)
    nameTwoPeriods(sent, today)
    partComparedRange(sent)
    moveToFilters(sent)
    const value = readObject(schema, fields, tell)
    return { value, told: [...told], ...(ignored.length > 0 && { ignored }) }
  }

  #read(): InputSchema {
    return (this.#schema ??= inputSchema(this.#input))
  }

  get #properties(): Properties {
    return this.#read().properties ?? {}
  }
}

/**
 * Removes the arguments that clients add by themselves, and returns their names; an argument that the tool has is
 * kept.
 */
function takeAdded(fields: Fields, { places }: InputSchema): string[] {
  const added = ADDED_ARGUMENTS.filter(
    ({ name, only }) =>
      Object.hasOwn(fields, name) &&
      places?.has(foldName(name)) !== true &&
      (only === undefined || only === fields[name]),
  )
  for (const { name } of added) Reflect.deleteProperty(fields, name)
  return added.map(({ name }) => name)
}

type Properties = Readonly<Record<string, InputSchema>>
type Tell = (words: string) => void

/** The arguments of one call. */
interface Sent {
  fields: Fields
  /** The names among them that the tool does not have; most calls have none. */
  others: readonly string[]
  properties: Properties
  tell: Tell
}

const folded = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(foldName))
const ENDS = [folded(RANGE_ENDS.from), folded(RANGE_ENDS.to)]
const PERIODS = TWO_PERIODS.map((pair) => pair.map((name) => folded([name])))

/** A date, or a word such as `today`; anything else is left for the range to refuse. */
const END = /^[\w:.+ -]{1,40}$/

/**
 * Replaces the arguments for a first and a last day by `range`, for a tool that takes a range and a call that has
 * none.
 */
function joinRangeEnds({ fields, others, properties, tell }: Sent): void {
  if (!Object.hasOwn(properties, 'range') || Object.hasOwn(properties, 'from')) return
  if (!isEmpty(fields['range'])) return
  const [from, to] = ENDS.map((names) => findField(fields, others, names))
  if (from === undefined) return
  const [first, last] = [fields[from], to === undefined ? '' : fields[to]].map(dayOf)
  if (first === undefined || last === undefined) return
  const range = `${first}..${last}`
  for (const name of [from, to]) if (name !== undefined) Reflect.deleteProperty(fields, name)
  fields['range'] = range
  tell(
    `${[from, to]
      .filter((name) => name !== undefined)
      .map(oneLine)
      .join(', ')} as range ${range}`,
  )
}

/** Returns the day of a date with a time, or the text itself; undefined for a value that can be no end of a range. */
function dayOf(value: unknown): string | undefined {
  if (value === '') return ''
  if (typeof value !== 'string' || !END.test(value.trim())) return undefined
  return value.trim().replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1')
}

/** Renames the period that begins later to `range`, and the other one to `compare`. */
function nameTwoPeriods({ fields, others, properties, tell }: Sent, today: number): void {
  if (!Object.hasOwn(properties, 'compare') || !isEmpty(fields['range'])) return
  for (const pair of PERIODS) {
    const [a, b] = pair.map((names) => findField(fields, others, names))
    if (a === undefined || b === undefined) continue
    const [later, earlier] =
      startOf(fields[a], today) >= startOf(fields[b], today) ? [a, b] : [b, a]
    const [range, compare] = [fields[later], fields[earlier]]
    for (const name of [a, b]) Reflect.deleteProperty(fields, name)
    Object.assign(fields, { range, compare })
    tell(`${oneLine(later)} as range, ${oneLine(earlier)} as compare`)
    return
  }
}

const VERSUS = /\s+(?:vs\.?|versus|compared (?:to|with)|against)\s+/i
const MAX_RANGE = 100

/** Splits `this week vs last week` into a range and a comparison. */
function partComparedRange({ fields, properties, tell }: Sent): void {
  const { range, compare } = fields
  if (!Object.hasOwn(properties, 'compare') || !isEmpty(compare)) return
  if (typeof range !== 'string' || range.length > MAX_RANGE) return
  const [now = '', before = '', ...more] = range.trim().split(VERSUS)
  if (now === '' || before === '' || more.length > 0) return
  Object.assign(fields, { range: now, compare: before })
  tell(`range: ${oneLine(range)} as range ${oneLine(now)}, compare ${oneLine(before)}`)
}

function startOf(value: unknown, today: number): number {
  const period = typeof value === 'string' ? readPeriod(value, today) : undefined
  if (period === undefined || period === 'all') return 0
  return 'hours' in period ? today : period.from
}

/** Moves arguments that the tool does not have, and that are named like a dimension, into `filters`. */
function moveToFilters({ fields, others, properties, tell }: Sent): void {
  if (others.length === 0) return
  const dimensions = dimensionsOf(properties['filters']?.items)
  const { filters } = fields
  if (dimensions.length === 0 || !(isEmpty(filters) || Array.isArray(filters))) return
  const added: unknown[] = []
  for (const name of others) {
    const value = fields[name]
    const dimension = meantBy(name, dimensions)
    if (dimension === undefined || !isText(value) || isPageNumber(foldName(name), value)) continue
    Reflect.deleteProperty(fields, name)
    added.push({ dimension, op: 'is', values: value })
    tell(`${oneLine(name)} as a filter`)
  }
  if (added.length > 0) fields['filters'] = [...(Array.isArray(filters) ? filters : []), ...added]
}

/** Finds the dimension whose name an argument has; undefined where no dimension has this name. */
function meantBy(name: string, dimensions: readonly unknown[]): unknown {
  const word = foldName(name)
  const sought = isPage(word) ? 'path' : word
  return dimensions.find((one) => typeof one === 'string' && foldName(one) === sought)
}

const isText = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || Array.isArray(value)

const isPage = (word: string): boolean => word === 'page' || word === 'pages' || word === 'url'

const findField = (
  fields: Fields,
  others: readonly string[],
  names: ReadonlySet<string>,
): string | undefined =>
  others.find((field) => !isEmpty(fields[field]) && names.has(foldName(field)))
