import type { FactDimension } from '../../../db/facts/dimensions.ts'
import { NO_VALUE } from '../../../db/facts/dimensions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { AI_SOURCES } from '../../domain/events/ai-sources.ts'
import { countryCode, languageCode } from '../../domain/events/country-names.ts'
import { enginesMeant, enginesNamed, operatorNamed } from '../../domain/events/engine-names.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { checkEach, checkEachInTurn } from '../../kernel/door/every-refusal.ts'
import { readHour, readWeekdays, WEEKDAYS } from '../../lib/time/clock-words.ts'
import { readPath, told } from '../../kernel/names/read-path.ts'
import type { AnalyticsFilter, AnalyticsQuery } from './query.ts'

/** The most values of one query that are read as names; further values are compared as they are. */
const MAX_READ = 20

type Condition = AnalyticsQuery['filters'][number]

interface Understood<T extends Condition> {
  filters: T[]
  /** The values that were read as something else, such as `engine: ChatGPT → chatgpt`. */
  notes: string[]
}

interface Reading {
  /**
   * True where the same question goes to other sites too: a page or other name that this site does not have then
   * matches nothing here.
   */
  isOneOfSeveral?: boolean | undefined
}

/**
 * Reads the values of filters as people name them: engines by product, company or host, countries and languages by
 * name, devices and channels in any case, pages as `readPath` says. Throws VALIDATION_FAILED, with what is legal, for a
 * value that no event can have.
 */
export async function understandFilters<T extends Condition>(
  site: SiteDb,
  filters: readonly T[],
  { isOneOfSeveral = false }: Reading = {},
): Promise<Understood<T>> {
  const notes = new Set<string>()
  let left = MAX_READ
  const understand = async (filter: AnalyticsFilter, place: string): Promise<AnalyticsFilter> => {
    const { dimension, op, values } = filter
    if (op !== 'is' && op !== 'in' && op !== 'is_not') return filter
    left -= values.length
    if (left < 0) return filter
    if (dimension === 'path') return understandPaths(site, filter, { notes, place, isOneOfSeveral })
    const names: string[] = []
    checkEach(values, (value, i) => {
      const read = value === NO_VALUE ? undefined : READERS[dimension]
      const meant = read?.(value, `${place}.values[${i}]`) ?? [value]
      const change = told(value, meant.join(', '))
      if (change !== undefined) notes.add(`${dimension}: ${change}`)
      names.push(...meant)
    })
    return { ...filter, values: [...new Set(names)] }
  }
  const read: T[] = []
  await checkEachInTurn(filters, async (filter, i) => {
    const place = `filters[${i}]`
    if (!('anyOf' in filter)) {
      // @NOTE a filter that is not a list of filters stays so, for any values that it is read as.
      read.push((await understand(filter, place)) as T)
      return
    }
    const anyOf: AnalyticsFilter[] = []
    await checkEachInTurn(filter.anyOf, async (one, j) => {
      anyOf.push(await understand(one, `${place}.anyOf[${j}]`))
    })
    read.push({ ...filter, anyOf })
  })
  return { filters: read, notes: [...notes] }
}

/** Reads each path of a filter; a path with `*` turns the filter into a glob, which matches whole paths as well. */
async function understandPaths(
  site: SiteDb,
  filter: AnalyticsFilter,
  { notes, place, isOneOfSeveral }: { notes: Set<string>; place: string; isOneOfSeveral: boolean },
): Promise<AnalyticsFilter> {
  const paths: string[] = []
  let isGlob = false
  // A folder of this site may be a page of another site; the path then means that page alone.
  const isWhole = isOneOfSeveral && filter.op === 'is_not'
  await checkEachInTurn(filter.values, async (value, i) => {
    if (value === NO_VALUE) {
      paths.push(value)
      return
    }
    const at = `${place}.values[${i}]`
    const read = await readPath(site, value, at, { isOneOfSeveral, isWhole })
    if (read.isGlob && filter.op === 'is_not') {
      throw invalidField(at, 'no_glob', 'is_not takes whole paths; name them without *')
    }
    paths.push(read.path)
    isGlob ||= read.isGlob
    if (read.told !== undefined) notes.add(`path: ${read.told}`)
  })
  return { ...filter, op: isGlob ? 'glob' : filter.op, values: paths }
}

const DEVICES: Readonly<Record<string, readonly string[]>> = {
  desktop: ['desktops', 'computer', 'pc', 'laptop'],
  mobile: ['mobiles', 'phone', 'phones', 'smartphone', 'mobile phone', 'cell phone'],
  tablet: ['tablets', 'ipad'],
}
const CHANNELS: Readonly<Record<string, readonly string[]>> = {
  direct: ['none'],
  ai: ['ai assistants', 'assistants', 'ai search'],
  search: ['organic', 'organic search', 'seo'],
  social: ['social media'],
  email: ['e-mail', 'mail', 'newsletter'],
  paid: ['ads', 'ppc', 'paid search'],
  referral: ['referrals'],
  continued: ['internal'],
}

/** Reads a name as the values that it stands for, or throws VALIDATION_FAILED at its place in the input. */
type Reader = (value: string, place: string) => readonly string[]

/** The functions that read names, by dimension; all other dimensions have values that are not names. */
const READERS: Partial<Record<FactDimension, Reader>> = {
  engine: enginesMeant,
  operator: (value, at) => [operatorOf(value) ?? refuse(at, 'operator', OPERATORS)],
  country: (value, at) => [
    countryCode(value) ?? refuse(at, 'country', ['two letters such as DE', 'a name']),
  ],
  language: (value, at) => [
    languageCode(value) ?? refuse(at, 'language', ['letters such as en', 'a name']),
  ],
  device: (value, at) => [listed(DEVICES, value) ?? refuse(at, 'device', Object.keys(DEVICES))],
  channel: (value, at) => [listed(CHANNELS, value) ?? refuse(at, 'channel', Object.keys(CHANNELS))],
  referrer: (value) => [hostOf(value)],
  method: (value) => [identifier(value)],
  promptKind: (value) => [identifier(value)],
  weekday: (value, at) => readWeekdays(value) ?? refuse(at, 'weekday', WEEKDAYS),
  hourOfDay: (value, at) => [readHour(value) ?? refuse(at, 'hourOfDay', ['00 to 23'])],
}

const OPERATORS = [...new Set(AI_SOURCES.map(({ operator }) => operator))]

const identifier = (value: string): string => value.trim().toLowerCase().replaceAll(/[ -]+/g, '_')

/** Returns the company of this name, or the company of the engine of this name. */
function operatorOf(value: string): string | undefined {
  if (value === 'other') return value
  const [engine] = enginesNamed(value)
  return operatorNamed(value) ?? AI_SOURCES.find((source) => source.engine === engine)?.operator
}

function listed(
  legal: Readonly<Record<string, readonly string[]>>,
  value: string,
): string | undefined {
  const word = value.trim().toLowerCase()
  return Object.entries(legal).find(([name, others]) => name === word || others.includes(word))?.[0]
}

const hostOf = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/^www\./, '')

function refuse(place: string, dimension: FactDimension, legal: readonly string[]): never {
  throw invalidField(
    place,
    'unknown_value',
    `No event has such a ${dimension}. It is one of: ${legal.join(', ')}`,
  )
}
