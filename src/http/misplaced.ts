import type { FieldLocation } from '../kernel/errors.ts'
import type { Misplaced } from '../kernel/operation.ts'

/** Fields that were sent where none of these names belongs, each named once. */
export const refused = (names: readonly string[], location: FieldLocation): Misplaced =>
  [...new Set(names)].map((path) => ({
    path,
    location,
    code: 'unknown_field',
    message: 'Unknown field',
  }))
