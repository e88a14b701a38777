import type { FieldLocation } from '../kernel/door/errors.ts'
import type { MisplacedFields } from '../kernel/door/operation-face.ts'

/** Makes an error of each field that was sent where none of these names belongs. */
export const misplacedFields = (
  names: readonly string[],
  location: FieldLocation,
): MisplacedFields =>
  [...new Set(names)].map((path) => ({
    path,
    location,
    code: 'unknown_field',
    message: 'Unknown field',
  }))
