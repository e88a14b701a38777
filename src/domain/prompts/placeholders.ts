import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { didYouMean } from '../../lib/text/did-you-mean.ts'
import { parseFilter, type TemplateFilter } from './filters.ts'
import { inQuotes } from '../../lib/text/in-quotes.ts'

/** The most characters of each placeholder's value in a rendered prompt; for lists, of one item. */
export const PLACEHOLDER_CHARS = {
  url: 2_048,
  canonical_url: 2_048,
  markdown_url: 2_048,
  title: 120,
  site_name: 80,
  domain: 100,
  author: 80,
  published: 10,
  updated: 10,
  language: 35,
  language_name: 60,
  type: 40,
  topic: 60,
  topics: 60,
  headings: 120,
  description: 300,
  question: 300,
  selection: 500,
  product: 80,
  audience: 80,
} as const

export type PlaceholderName = keyof typeof PLACEHOLDER_CHARS

export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'placeholder'; name: PlaceholderName; filters: readonly TemplateFilter[] }

export interface TemplateProblem {
  code:
    | 'empty'
    | 'too_long'
    | 'too_many_placeholders'
    | 'stray_brace'
    | 'unknown_placeholder'
    | 'unknown_filter'
    | 'bad_argument'
  /** The offsets of the placeholder in the template, in UTF-16 units; the end is exclusive. */
  start: number
  end: number
  message: string
}

export type ParsedTemplate =
  { ok: true; parts: readonly TemplatePart[] } | { ok: false; problems: readonly TemplateProblem[] }

/** The most characters that a Cited Ask of the Ask AI Protocol may have. */
export const MAX_TEMPLATE_CHARS = 2_000
const MAX_PLACEHOLDERS = 30
const MAX_PROBLEMS = 20
const MAX_FILTERS = 5

const isPlaceholder = (name: string): name is PlaceholderName =>
  Object.hasOwn(PLACEHOLDER_CHARS, name)

/**
 * Parses `{{name|filter|filter:argument}}` in a text. There is no logic, no nesting and no escape: any other brace is
 * a problem. Returns all problems (at most 20) in the order of the text. Linear in the length.
 */
export function parseTemplate(text: string): ParsedTemplate {
  const known = parsedTemplates.get(text)
  if (known !== undefined) return known
  const parsed = parseUncached(text)
  // A text that does not parse is not asked again, and may be of any length.
  if (parsed.ok) parsedTemplates.set(text, parsed)
  return parsed
}

/** A cache of parsed templates, since the pages of a site share theirs. */
const parsedTemplates = new BoundedMap<string, ParsedTemplate>(500)

function parseUncached(text: string): ParsedTemplate {
  const size = sizeProblem(text)
  if (size !== undefined) return { ok: false, problems: [size] }
  const parts: TemplatePart[] = []
  const problems: TemplateProblem[] = []
  let at = 0
  while (at < text.length && problems.length < MAX_PROBLEMS) {
    const brace = nextBrace(text, at)
    if (brace > at) parts.push({ kind: 'text', text: text.slice(at, brace) })
    if (brace === text.length) break
    const end = closingOf(text, brace)
    if (end === undefined) {
      at = text.startsWith('{{', brace) || text.startsWith('}}', brace) ? brace + 2 : brace + 1
      problems.push(strayBrace(text, brace, at))
    } else {
      const found = readPlaceholder(text, brace, end)
      if ('code' in found) problems.push(found)
      else parts.push(found)
      at = end
    }
  }
  if (problems.length > 0) return { ok: false, problems }
  const tooMany = countProblem(parts, text)
  return tooMany === undefined ? { ok: true, parts } : { ok: false, problems: [tooMany] }
}

function sizeProblem(text: string): TemplateProblem | undefined {
  if (text.trim() === '') {
    return { code: 'empty', start: 0, end: text.length, message: 'Write what the reader asks' }
  }
  if (text.length <= MAX_TEMPLATE_CHARS) return undefined
  const message = `Shorten it to ${MAX_TEMPLATE_CHARS} characters; it has ${text.length}`
  return { code: 'too_long', start: MAX_TEMPLATE_CHARS, end: text.length, message }
}

function countProblem(parts: readonly TemplatePart[], text: string): TemplateProblem | undefined {
  const count = parts.filter(({ kind }) => kind === 'placeholder').length
  if (count <= MAX_PLACEHOLDERS) return undefined
  const message = `Use at most ${MAX_PLACEHOLDERS} placeholders; it has ${count}`
  return { code: 'too_many_placeholders', start: 0, end: text.length, message }
}

function strayBrace(text: string, start: number, end: number): TemplateProblem {
  const message = `Remove ${inQuotes(text.slice(start, end))}: braces only stand around a placeholder, as in {{title}}`
  return { code: 'stray_brace', start, end, message }
}

function nextBrace(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '{' && text[at] !== '}') at++
  return at
}

/** Finds the end of the placeholder that begins at a brace; undefined when none does. */
function closingOf(text: string, brace: number): number | undefined {
  if (!text.startsWith('{{', brace)) return undefined
  const inner = nextBrace(text, brace + 2)
  return text.startsWith('}}', inner) ? inner + 2 : undefined
}

function readPlaceholder(
  text: string,
  start: number,
  end: number,
): Extract<TemplatePart, { kind: 'placeholder' }> | TemplateProblem {
  const [first = '', ...rest] = splitFilters(text.slice(start + 2, end - 2))
  const name = first.trim()
  const problem = (code: TemplateProblem['code'], message: string): TemplateProblem => ({
    code,
    start,
    end,
    message,
  })
  if (!isPlaceholder(name)) return problem('unknown_placeholder', unknownName(name))
  if (rest.length > MAX_FILTERS) {
    return problem('bad_argument', `Use at most ${MAX_FILTERS} filters on one placeholder`)
  }
  const filters: TemplateFilter[] = []
  for (const source of rest) {
    const filter = parseFilter(source.trim())
    if ('code' in filter) return problem(filter.code, filter.message)
    filters.push(filter)
  }
  return { kind: 'placeholder', name, filters }
}

/** Splits the inside of a placeholder at each `|` outside of double quotes. */
function splitFilters(inner: string): string[] {
  const pieces = ['']
  let isQuoted = false
  for (const char of inner) {
    if (char === '"') isQuoted = !isQuoted
    if (char === '|' && !isQuoted) pieces.push('')
    else pieces[pieces.length - 1] += char
  }
  return pieces
}

function unknownName(name: string): string {
  const names = Object.keys(PLACEHOLDER_CHARS)
  const near = didYouMean(name, names)
  const shown = `No placeholder ${inQuotes(name.slice(0, 40))}`
  return near === undefined
    ? `${shown}; there are ${names.join(', ')}`
    : `${shown}; did you mean ${near}?`
}
