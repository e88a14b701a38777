import { didYouMean } from '../../lib/text/did-you-mean.ts'
import { cleanValue, cut, quoted, type QuoteMarks } from './clean-value.ts'
import { inQuotes } from '../../lib/text/in-quotes.ts'

/** What may stand after a placeholder's name, as in `{{title|truncate:60|quote}}`. */
export type Filter =
  | { name: 'truncate'; chars: number }
  | { name: 'list'; items: number }
  | { name: 'default'; text: string }
  | { name: 'quote' }
  | { name: 'lower' }

export interface FilterProblem {
  code: 'unknown_filter' | 'bad_argument'
  message: string
}

const MAX_CUT_CHARS = 500
const MAX_LIST_ITEMS = 20
const MAX_DEFAULT_CHARS = 120

type Reader = (argument: string | undefined) => Filter | string

/** The filter, or what to write instead. */
const READERS: Readonly<Record<Filter['name'], Reader>> = {
  quote: (argument) =>
    argument === undefined ? { name: 'quote' } : 'Write quote without an argument',
  lower: (argument) =>
    argument === undefined ? { name: 'lower' } : 'Write lower without an argument',
  truncate: (argument) => {
    const chars = integerUpTo(MAX_CUT_CHARS, argument)
    return chars === undefined
      ? `Write truncate:n with n from 1 to ${MAX_CUT_CHARS} characters`
      : { name: 'truncate', chars }
  },
  list: (argument) => {
    const items = integerUpTo(MAX_LIST_ITEMS, argument)
    return items === undefined
      ? `Write list:n with n from 1 to ${MAX_LIST_ITEMS} items`
      : { name: 'list', items }
  },
  default: (argument) => {
    const [, text] = /^"([^"]*)"$/.exec(argument ?? '') ?? []
    return text === undefined || text.length > MAX_DEFAULT_CHARS
      ? `Write default:"text" with at most ${MAX_DEFAULT_CHARS} characters in double quotes`
      : { name: 'default', text }
  },
}

const isFilterName = (name: string): name is Filter['name'] => Object.hasOwn(READERS, name)

/** Reads `name` or `name:argument`. */
export function readFilter(source: string): Filter | FilterProblem {
  const colon = source.indexOf(':')
  const name = (colon < 0 ? source : source.slice(0, colon)).trim()
  if (!isFilterName(name)) return { code: 'unknown_filter', message: unknownFilter(name) }
  const read = READERS[name](colon < 0 ? undefined : source.slice(colon + 1).trim())
  return typeof read === 'string' ? { code: 'bad_argument', message: read } : read
}

/** A value's text after a filter; `list` has chosen the items before they became a text. */
export function filtered(filter: Filter, text: string, quotes: QuoteMarks): string {
  switch (filter.name) {
    case 'truncate':
      return cut(text, filter.chars)
    case 'quote':
      return quoted(text, quotes)
    case 'lower':
      return text.toLowerCase()
    case 'default':
      return text === '' ? cleanValue(filter.text, MAX_DEFAULT_CHARS) : text
    case 'list':
      return text
  }
}

function integerUpTo(max: number, argument: string | undefined): number | undefined {
  if (argument === undefined || !/^[1-9]\d{0,3}$/.test(argument)) return undefined
  const value = Number(argument)
  return value <= max ? value : undefined
}

function unknownFilter(name: string): string {
  const near = didYouMean(name, Object.keys(READERS))
  const hint =
    near === undefined ? `there are ${Object.keys(READERS).join(', ')}` : `did you mean ${near}?`
  return `No filter ${inQuotes(name.slice(0, 40))}; ${hint}`
}
