import { isUtf8 } from 'node:buffer'
import { ServiceError } from '../kernel/errors.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i
/** ASCII is UTF-8 that needs no more than its first half. */
const TAKEN = new Set(['utf-8', 'utf8', 'us-ascii'])

/** JSON is UTF-8 wherever it is sent (RFC 8259 8.1). Throws UNSUPPORTED_MEDIA_TYPE for a type that says otherwise. */
export function assertUtf8Type(contentType: string | undefined): void {
  const charset = contentType === undefined ? undefined : CHARSET.exec(contentType)?.[1]
  if (charset === undefined || TAKEN.has(charset.toLowerCase())) return
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as UTF-8')
}

/** Reads text without putting signs of its own in the place of what it cannot read. Throws MALFORMED_JSON. */
export function utf8Text(body: Buffer): string {
  if (isUtf8(body)) return body.toString('utf8')
  throw new ServiceError('MALFORMED_JSON', 'The body is not UTF-8')
}
