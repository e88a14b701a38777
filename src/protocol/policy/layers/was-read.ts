const read = new WeakSet<object>()

/**
 * Marks a value as made by a reader of this library, so that it may be given in place of the text that it was read
 * from.
 */
export function asRead<T extends object>(value: T): T {
  read.add(value)
  return value
}

/** True for a value that `asRead` marked; false for a value that a caller made up. */
export const wasRead = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && read.has(value)
