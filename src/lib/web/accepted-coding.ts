import { weightOf } from './weight-of.ts'

/** The codings that a text can be packed with, the one that packs best first. */
export const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/**
 * The longest `Accept-Encoding` that is read; a longer one is ignored, since no client names more than a few codings.
 */
const MAX_CHARS = 512

/**
 * Finds the coding that the header `Accept-Encoding` prefers; undefined where it accepts no coding of `CODINGS`, or
 * prefers the text as it is. Source: https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.3
 */
export function acceptedCoding(header: string | undefined): Coding | undefined {
  if (header === undefined || header.length > MAX_CHARS) return undefined
  const weightByName = new Map(header.split(',').map(readElement))
  const others = weightByName.get('*') ?? 0
  let best: { coding?: Coding; weight: number } = { weight: 0 }
  for (const coding of CODINGS) {
    const weight = weightByName.get(coding) ?? others
    if (weight > best.weight) best = { coding, weight }
  }
  return (weightByName.get('identity') ?? 0) > best.weight ? undefined : best.coding
}

function readElement(text: string): [name: string, weight: number] {
  const [name = '', ...parameters] = text.toLowerCase().split(';')
  const weight = parameters.map((one) => /^\s*q\s*=\s*(.*?)\s*$/.exec(one)?.[1]).find(Boolean)
  const plain = name.trim()
  return [plain === 'x-gzip' ? 'gzip' : plain, weightOf(weight)]
}
