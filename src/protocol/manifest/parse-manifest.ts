import { isBounded } from '../document-bounds.ts'
import type { ProblemList } from '../read-members.ts'

/** The most octets of a manifest (specification 6.1). */
export const MAX_MANIFEST_BYTES = 524_288
/** The most levels of lists and objects within each other. */
const MAX_DEPTH = 32

/**
 * Parses the JSON of a manifest. A text that is too long or too deep is a problem, which is seen before it is parsed.
 */
export function parseManifest(text: string, problems: ProblemList): unknown {
  if (isTooLong(text)) {
    return problems.add(
      '',
      'too_long',
      `Give at most ${MAX_MANIFEST_BYTES} octets; name more pages in next`,
    )
  }
  if (isTooDeep(text)) return problems.add('', 'too_deep', `Give at most ${MAX_DEPTH} levels`)
  // @NOTE what is no JSON is an answer here, not a fault.
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return problems.add('', 'not_json', 'Give JSON')
  }
}

const isTooLong = (text: string): boolean =>
  text.length > MAX_MANIFEST_BYTES || new TextEncoder().encode(text).length > MAX_MANIFEST_BYTES

function isTooDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') isInText = !isInText
    else if (isInText && char === '\\') at++
    else if (!isInText && (char === '[' || char === '{')) depth++
    else if (!isInText && (char === ']' || char === '}')) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/**
 * Adds a problem for a parsed value that is nested too deep. It works without recursion, which a deep value would
 * overflow.
 */
export function checkDepth(value: unknown, problems: ProblemList): void {
  if (!isBounded(value)) {
    problems.add('', 'too_deep', `Give at most ${MAX_DEPTH} levels`)
    return
  }
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    // A value that holds itself twice would double with each level.
    if (depth > MAX_DEPTH || level.length > MAX_MANIFEST_BYTES) {
      problems.add('', 'too_deep', `Give at most ${MAX_DEPTH} levels`)
      return
    }
    level = level
      .flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
      .filter((one) => typeof one === 'object')
  }
}
