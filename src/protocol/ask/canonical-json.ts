import { isBounded } from '../document-bounds.ts'
import { isJsonObject } from '../json-object.ts'
import { ASK_LIMITS } from './cited-ask.ts'

/**
 * Returns the canonical form (RFC 8785) of a JSON value whose numbers are integers. Returns undefined for a value that
 * has none here: with a fraction or a lone surrogate, not JSON, nested too deep, or too large.
 */
export const canonicalJson = (value: unknown): string | undefined =>
  isBounded(value) ? canonicalAt(value, 0) : undefined

function canonicalAt(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return canonicalScalar(value)
  if (depth >= ASK_LIMITS.depth) return undefined
  if (Array.isArray(value)) {
    const items = value.map((item) => canonicalAt(item, depth + 1))
    return items.includes(undefined) ? undefined : `[${items.join(',')}]`
  }
  if (!isJsonObject(value)) return undefined
  const members = Object.keys(value)
    // @NOTE without a comparator: RFC 8785 sorts by UTF-16 units.
    .toSorted()
    .map((name) => canonicalMember(name, value[name], depth))
  return members.includes(undefined) ? undefined : `{${members.join(',')}}`
}

function canonicalScalar(value: unknown): string | undefined {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return value.isWellFormed() ? JSON.stringify(value) : undefined
  // Zero has one form, with either sign.
  return typeof value === 'number' && Number.isSafeInteger(value) ? `${value}` : undefined
}

function canonicalMember(name: string, value: unknown, depth: number): string | undefined {
  const text = canonicalAt(value, depth + 1)
  return text === undefined || !name.isWellFormed() ? undefined : `${JSON.stringify(name)}:${text}`
}
