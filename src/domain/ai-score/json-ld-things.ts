/** One thing of a page's structured data, as the page wrote it. */
export type Thing = Readonly<Record<string, unknown>>

const MAX_DEPTH = 4
const MAX_THINGS = 500

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A property may hold one value or a list of them. */
export const valuesOf = (value: unknown): unknown[] => {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.slice(0, MAX_THINGS) : [value]
}

/** The things among the values of a property. */
export const thingsOf = (value: unknown): Thing[] => valuesOf(value).filter(isThing)

/** What a page's JSON-LD is about: the top of each block, the parts of its graph, and what those are mainly about. */
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

/** Types without `https://schema.org/`. */
export const typesOf = (thing: Thing): string[] =>
  textsOf(thing['@type']).map((type) => type.slice(0, 100).replace(/^.*[/#:]/, ''))

/** Whether a thing is of one of some types. */
export const isOfType = (thing: Thing, pattern: RegExp): boolean =>
  typesOf(thing).some((type) => pattern.test(type))

/** Texts among the values of a property, trimmed; empty ones do not count. */
export const textsOf = (value: unknown): string[] =>
  valuesOf(value)
    .map((one) => (typeof one === 'number' ? String(one) : one))
    .filter((one) => typeof one === 'string')
    .map((one) => one.slice(0, 2_000).trim())
    .filter((one) => one !== '')

/** Whether a property says anything. */
export const hasValue = (thing: Thing, property: string): boolean =>
  textsOf(thing[property]).length > 0 ||
  thingsOf(thing[property]).some((one) => Object.keys(one).length > 0)
