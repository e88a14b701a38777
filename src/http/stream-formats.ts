import * as z from 'zod'
import type { Operation } from '../kernel/door/operation.ts'
import { STREAM_TYPES, type StreamFormat } from '../kernel/door/row-stream.ts'

// @NOTE the keys of a literal; Object.keys forgets their type.
const FORMATS = Object.keys(STREAM_TYPES) as StreamFormat[]

/** Returns the file forms of an operation: those that its field `format` takes, or all where it has no such field. */
export function streamFormats({ open, input }: Operation): StreamFormat[] {
  if (!open) return []
  const field = input instanceof z.ZodObject ? input.shape['format'] : undefined
  return field === undefined ? FORMATS : FORMATS.filter((one) => z.safeParse(field, one).success)
}
