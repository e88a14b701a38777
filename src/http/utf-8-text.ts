import { isUtf8 } from 'node:buffer'
import { ServiceError } from '../kernel/door/errors.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i
/** ASCII is included: it is the first half of UTF-8. */
const TAKEN = new Set(['utf-8', 'utf8', 'us-ascii'])

/** False for a type that names another coding than UTF-8, which JSON always has when it is sent (RFC 8259 8.1). */
export function isUtf8Type(contentType: string | undefined): boolean {
  const charset = contentType === undefined ? undefined : CHARSET.exec(contentType)?.[1]
  return charset === undefined || TAKEN.has(charset.toLowerCase())
}

/** Programs on Windows begin a text with this mark; a reader of JSON may ignore it (RFC 8259 8.1). */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/** Reads text, without the mark at its beginning. It does not replace unreadable bytes. Throws MALFORMED_JSON. */
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
