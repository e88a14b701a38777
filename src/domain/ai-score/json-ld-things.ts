import { isRecord } from '../../lib/json/is-record.ts'

/** A schema.org Thing of a page's structured data, unchanged. */
export type Thing = Readonly<Record<string, unknown>>

const MAX_DEPTH = 4
const MAX_THINGS = 500

/** Returns the values of a property as a list, whether it holds one value or several. */
export const valuesOf = (value: unknown): unknown[] => {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.slice(0, MAX_THINGS) : [value]
}

/** Returns the things among the values of a property. */
export const thingsOf = (value: unknown): Thing[] => valuesOf(value).filter(isRecord)

/**
 * Returns the main things of a page's JSON-LD: the top of each block, the nodes of its graph, and their main entities.
 */
export function topThings(blocks: readonly unknown[]): Thing[] {
  return blocks.flatMap((block) => openBlock(block, 0)).slice(0, MAX_THINGS)
}

function openBlock(block: unknown, depth: number): Thing[] {
  if (depth > MAX_DEPTH) return []
  return thingsOf(block).flatMap((thing) => {
    const inside = [...valuesOf(thing['@graph']), ...valuesOf(thing['mainEntity'])].flatMap(
      (value) => openBlock(value, depth + 1),
    )
    return thing['@type'] === undefined ? inside : [thing, ...inside]
  })
}

/** Returns the types of a thing, each without `https://schema.org/`. */
export const typesOf = (thing: Thing): string[] =>
  textsOf(thing['@type']).map((type) => type.slice(0, 100).replace(/^.*[/#:]/, ''))

/** True when a thing has a type that matches the pattern. */
export const isOfType = (thing: Thing, pattern: RegExp): boolean =>
  typesOf(thing).some((type) => pattern.test(type))

/** Returns the texts among the values of a property, trimmed and without empty ones. */
export const textsOf = (value: unknown): string[] =>
  valuesOf(value)
    .map((one) => (typeof one === 'number' ? String(one) : one))
    .filter((one) => typeof one === 'string')
    .map((one) => one.slice(0, 2_000).trim())
    .filter((one) => one !== '')

/** True when a property has a value that is not empty. */
export const hasValue = (thing: Thing, property: string): boolean =>
  textsOf(thing[property]).length > 0 ||
  thingsOf(thing[property]).some((one) => Object.keys(one).length > 0)
