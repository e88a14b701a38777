import { splitOutsideQuotes } from './split-outside-quotes.ts'

/** Matches the weight zero, by which a header refuses a type (RFC 9110 12.4.2). */
const NOTHING = /^q\s*=\s*0(?:\.0{0,3})?$/i

/**
 * Returns true where a header Accept takes a media type: of the ranges that it names, the most exact one that fits
 * decides (RFC 9110 12.5.1). A header that is absent or names no range takes everything. Parameters other than the
 * weight, which narrow a range to some forms of the type, are ignored.
 */
export function acceptsType(accept: string | undefined, type: string): boolean {
  const ranges = splitOutsideQuotes(accept ?? '', ',').map(readRange)
  const named = ranges.filter(({ name }) => name !== '')
  if (named.length === 0) return true
  const [main = ''] = type.split('/')
  for (const name of [type, `${main}/*`, '*/*']) {
    const fitting = named.filter((range) => range.name === name)
    if (fitting.length > 0) return fitting.some(({ isTaken }) => isTaken)
  }
  return false
}

function readRange(text: string): { name: string; isTaken: boolean } {
  const [name = '', ...parameters] = splitOutsideQuotes(text, ';').map((part) => part.trim())
  return { name: name.toLowerCase(), isTaken: !parameters.some((one) => NOTHING.test(one)) }
}
