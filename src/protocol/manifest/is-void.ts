/** Matches a time of RFC 3339. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** Reads the text of a time as epoch milliseconds; undefined for a value that is not a time. */
export function readInstant(text: unknown): number | undefined {
  const at = typeof text === 'string' && INSTANT.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/**
 * True for a document that counts for nothing: of another major version, or past its `expires` where the time is known.
 */
export function isVoid(
  { askAi, expires }: Readonly<Record<string, unknown>>,
  now: number | undefined,
): boolean {
  if (askAi !== undefined && !(typeof askAi === 'string' && askAi.startsWith('1.'))) return true
  if (expires === undefined || now === undefined) return false
  const end = readInstant(expires)
  return end === undefined || end <= now
}
