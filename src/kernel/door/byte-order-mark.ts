import * as z from 'zod'
import { invalidField } from './errors.ts'
import type { RowStream } from './row-stream.ts'

const MARK = '\uFEFF'
export const MARK_BYTES = Buffer.byteLength(MARK)

/** The input field `bom` of exports: whether a CSV begins with a byte order mark. */
export const Bom = z
  .enum(['1', 'true', '0', 'false'])
  .default('0')
  .describe('Of csv: whether it begins with a byte order mark, by which Excel knows UTF-8')

interface Marked {
  format: string
  bom: z.output<typeof Bom> | boolean
}

export const isMarked = ({ bom }: Pick<Marked, 'bom'>): boolean =>
  bom === true || bom === '1' || bom === 'true'

/**
 * Throws VALIDATION_FAILED for a byte order mark in a format other than CSV: JSON must not have it (RFC 8259, 8.1),
 * and so no line of NDJSON.
 */
export function assertMark(asked: Marked): void {
  if (isMarked(asked) && asked.format !== 'csv') {
    throw invalidField('bom', 'only_csv', 'Only csv has a byte order mark: send format=csv')
  }
}

/** Puts the byte order mark before a file where the caller asks for it. Throws as `assertMark`. */
export function withMark(asked: Marked, file: RowStream): RowStream {
  assertMark(asked)
  return isMarked(asked) ? { ...file, chunks: marked(file.chunks) } : file
}

/**
 * Yields the chunks with the mark before the first one, so that a failure before that is still answered as an error.
 */
async function* marked(chunks: RowStream['chunks']): AsyncGenerator<Uint8Array | string> {
  let before = MARK
  for await (const chunk of chunks) {
    if (before === '') yield chunk
    else
      yield typeof chunk === 'string' ? before + chunk : Buffer.concat([Buffer.from(before), chunk])
    before = ''
  }
  if (before !== '') yield before
}
