import { ServiceError, type FieldError } from './errors.ts'

/** The most levels of an input: a deeper one has no use in any operation and only costs stack. */
const MAX_DEPTH = 16
/** The most fields that a refusal names: looking for more costs as much as the body is large. */
const MAX_FIELDS = 100

/**
 * Throws VALIDATION_FAILED for an input with what JSON allows and storage does not: NUL, lone surrogates and deep
 * nesting. It runs before the schema, on every input of every surface.
 */
export function rejectUnsafeJson(input: unknown): void {
  if (isClean(input, 0)) return
  const fields: FieldError[] = []
  inspect(input, '', 0, fields)
  if (fields.length > 0) throw new ServiceError('VALIDATION_FAILED', 'Invalid input', { fields })
}

/**
 * Puts U+FFFD in place of each lone surrogate in the texts of a JSON value, for inputs that must not be lost because of
 * one wrong character: programs that cut texts by length cut such characters in half. Names of fields stay as they are.
 */
export const wellFormed = (input: unknown): unknown =>
  isClean(input, 0) ? input : mended(input, 0)

function mended(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((item) => mended(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, mended(child, depth + 1)]),
  )
}

/** True where a JSON value nests deeper than `levels`; it never reads deeper than that itself. */
export function nestsDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => nestsDeeperThan(levels - 1, child))
}

/** True for a value that is safe; it checks quickly, without the paths that only a refusal needs. */
function isClean(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((item) => isClean(item, depth + 1))
  for (const key in value) {
    // @NOTE `in` gives the own keys of a parsed JSON value, whose type is unknown here.
    const child = (value as Record<string, unknown>)[key]
    if (!isClean(key, depth) || !isClean(child, depth + 1)) return false
  }
  return true
}

function inspect(value: unknown, path: string, depth: number, fields: FieldError[]): void {
  if (fields.length >= MAX_FIELDS) return
  if (typeof value === 'string') {
    checkString(value, path, fields)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_DEPTH) {
    fields.push({ path, code: 'too_deep', message: `Nested deeper than ${MAX_DEPTH} levels` })
    return
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) inspect(value[i], `${path}[${i}]`, depth + 1, fields)
    return
  }
  for (const [key, child] of Object.entries(value)) {
    checkString(key, path, fields)
    inspect(child, path === '' ? key : `${path}.${key}`, depth + 1, fields)
  }
}

function checkString(text: string, path: string, fields: FieldError[]): void {
  if (text.includes('\0')) fields.push({ path, code: 'nul_character', message: 'Contains NUL' })
  if (!text.isWellFormed()) {
    fields.push({ path, code: 'lone_surrogate', message: 'Contains a lone surrogate' })
  }
}
