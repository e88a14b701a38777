import { didYouMean } from '../../lib/text/did-you-mean.ts'
import { cleanValue, truncateWithEllipsis, quoted, type QuoteMarks } from './clean-value.ts'
import { inQuotes } from '../../lib/text/in-quotes.ts'

/** A filter behind the name of a placeholder, as in `{{title|truncate:60|quote}}`. */
export type TemplateFilter =
  | { name: 'truncate'; chars: number }
  | { name: 'list'; items: number }
  | { name: 'default'; text: string }
  | { name: 'quote' }
  | { name: 'lower' }

export interface FilterProblem {
  code: 'unknown_filter' | 'bad_argument'
  message: string
}

const MAX_TRUNCATE_CHARS = 500
const MAX_LIST_ITEMS = 20
const MAX_DEFAULT_CHARS = 120

type ArgumentParser = (argument: string | undefined) => TemplateFilter | string

/** Parses the argument of each filter; a string says what to write instead. */
const ARGUMENT_PARSERS: Readonly<Record<TemplateFilter['name'], ArgumentParser>> = {
  quote: (argument) =>
    argument === undefined ? { name: 'quote' } : 'Write quote without an argument',
  lower: (argument) =>
    argument === undefined ? { name: 'lower' } : 'Write lower without an argument',
  truncate: (argument) => {
    const chars = integerUpTo(MAX_TRUNCATE_CHARS, argument)
    return chars === undefined
      ? `Write truncate:n with n from 1 to ${MAX_TRUNCATE_CHARS} characters`
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

const isFilterName = (name: string): name is TemplateFilter['name'] =>
  Object.hasOwn(ARGUMENT_PARSERS, name)

/** Parses `name` or `name:argument`. */
export function parseFilter(source: string): TemplateFilter | FilterProblem {
  const colon = source.indexOf(':')
  const name = (colon < 0 ? source : source.slice(0, colon)).trim()
  if (!isFilterName(name)) return { code: 'unknown_filter', message: unknownFilter(name) }
  const read = ARGUMENT_PARSERS[name](colon < 0 ? undefined : source.slice(colon + 1).trim())
  return typeof read === 'string' ? { code: 'bad_argument', message: read } : read
}

/** Applies a filter to the text of a value; `list` has already chosen its items. */
export function applyFilter(filter: TemplateFilter, text: string, quotes: QuoteMarks): string {
  switch (filter.name) {
    case 'truncate':
      return truncateWithEllipsis(text, filter.chars)
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
  const near = didYouMean(name, Object.keys(ARGUMENT_PARSERS))
  const hint =
    near === undefined
      ? `there are ${Object.keys(ARGUMENT_PARSERS).join(', ')}`
      : `did you mean ${near}?`
  return `No filter ${inQuotes(name.slice(0, 40))}; ${hint}`
}
