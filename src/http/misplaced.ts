import type { FieldLocation } from '../core/errors.ts'
import type { Misplaced } from '../core/operation.ts'

/** Fields that were sent where none of these names belongs, each named once. */
export const refused = (names: readonly string[], location: FieldLocation): Misplaced =>
  [...new Set(names)].map((path) => ({
    path,
    location,
    code: 'unknown_field',
    message: 'Unknown field',
  }))
