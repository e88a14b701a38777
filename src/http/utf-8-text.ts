import { isUtf8 } from 'node:buffer'
import { ServiceError } from '../kernel/door/errors.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i
/** The names of charsets that are read as UTF-8; ASCII is included, since it is the first half of UTF-8. */
const TAKEN = new Set(['utf-8', 'utf8', 'us-ascii'])

/** False for a type that names another coding than UTF-8, which JSON always has when it is sent (RFC 8259 8.1). */
export function isUtf8Type(contentType: string | undefined): boolean {
  const charset = contentType === undefined ? undefined : CHARSET.exec(contentType)?.[1]
  return charset === undefined || TAKEN.has(charset.toLowerCase())
}

/** The mark with which programs on Windows begin a text; a reader of JSON may ignore it (RFC 8259 8.1). */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/**
 * Returns the text of a body, without the mark at its beginning. Throws MALFORMED_JSON for bytes that are not UTF-8;
 * it does not replace them.
 */
export function utf8Text(body: Buffer): string {
  if (!isUtf8(body)) throw new ServiceError('MALFORMED_JSON', whyNotUtf8(body))
  const start = body.subarray(0, BYTE_ORDER_MARK.length)
  return body.toString('utf8', start.equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0)
}

/** The two bytes that a text in UTF-16 begins with, and no text in UTF-8. */
const UTF_16_MARKS = ['fffe', 'feff']

const whyNotUtf8 = (body: Buffer): string =>
  UTF_16_MARKS.includes(body.toString('hex', 0, 2))
    ? 'The body is UTF-16; send it as UTF-8'
    : 'The body is not UTF-8'
