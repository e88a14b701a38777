import { splitOutsideQuotes } from './split-outside-quotes.ts'
import { weightOf } from './weight-of.ts'

/** One element of `Accept`: a type or a range of types, with its weight. */
interface MediaRange {
  type: string
  subtype: string
  parameters: ReadonlyMap<string, string>
  weight: number
  /** The place of the element in the header. */
  place: number
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

const unquoted = (value: string): string =>
  value.length > 1 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1')
    : value

/** Reads one element; undefined for a text that is not a range of types. */
function readRange(text: string, place: number): MediaRange | undefined {
  const [range = '', ...rest] = splitOutsideQuotes(text, ';')
  const [type = '', subtype = '', ...more] = range.trim().toLowerCase().split('/')
  if (more.length > 0 || !TOKEN.test(type) || !TOKEN.test(subtype)) return undefined
  if (type === '*' && subtype !== '*') return undefined
  const parameters = new Map<string, string>()
  for (const pair of rest) {
    const at = pair.indexOf('=')
    if (at < 0) continue
    const name = pair.slice(0, at).trim().toLowerCase()
    parameters.set(name, unquoted(pair.slice(at + 1).trim()).toLowerCase())
  }
  return { type, subtype, parameters, weight: weightOf(parameters.get('q')), place }
}

/**
 * The values of parameters that every answer satisfies: each is UTF-8, and each CSV has a line of names (RFC 4180).
 * Other parameters are ignored.
 */
const SERVED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['charset', new Set(['utf-8', 'utf8', '*'])],
  ['header', new Set(['present'])],
])

/**
 * Returns how closely a range describes an offered type, from 0 for any type; undefined where it does not describe it.
 */
function closeness(range: MediaRange, offered: string): number | undefined {
  const [type, subtype] = offered.split('/')
  if (range.type !== '*' && range.type !== type) return undefined
  if (range.subtype !== '*' && range.subtype !== subtype) return undefined
  let met = 0
  for (const [name, value] of range.parameters) {
    const served = SERVED.get(name)
    if (!served) continue
    if (!served.has(value)) return undefined
    met += 1
  }
  return (range.type === '*' ? 0 : 100) + (range.subtype === '*' ? 0 : 100) + met
}

/**
 * Returns the range that applies to an offered type: the closest one, and of equally close ones the first (RFC 9110,
 * 12.5.1).
 */
function rangeFor(ranges: readonly MediaRange[], offered: string) {
  let best: { range: MediaRange; closeness: number } | undefined
  for (const range of ranges) {
    const close = closeness(range, offered)
    if (close !== undefined && close > (best?.closeness ?? -1)) best = { range, closeness: close }
  }
  return best
}

/**
 * Finds which of the offered types, in lower case and without parameters, the header `Accept` prefers: by weight, then
 * by how closely it is named, by its place in the header and in the offer. Returns the first type without a header;
 * undefined where the header leaves out all of them. Source: https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.1
 */
export function acceptedType(
  header: string | undefined,
  offered: readonly string[],
): string | undefined {
  if (header === undefined || header.trim() === '') return offered[0]
  const ranges = splitOutsideQuotes(header, ',').flatMap((text, place) => {
    return readRange(text, place) ?? []
  })
  const found = offered.flatMap((type) => {
    const best = rangeFor(ranges, type)
    return best && best.range.weight > 0 ? [{ type, ...best }] : []
  })
  const [first] = found.toSorted(
    (a, b) =>
      b.range.weight - a.range.weight || b.closeness - a.closeness || a.range.place - b.range.place,
  )
  return first?.type
}
