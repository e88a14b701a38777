const read = new WeakSet<object>()

/**
 * Notes that a reader of this library made a value, so that it may be given in place of the text that it was read from.
 */
export function asRead<T extends object>(value: T): T {
  read.add(value)
  return value
}

/** True for what `asRead` noted, and for nothing that a caller made up. */
export const wasRead = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && read.has(value)
