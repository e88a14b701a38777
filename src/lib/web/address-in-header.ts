import { isUtf8 } from 'node:buffer'

const OUTSIDE_ASCII = /[^\0-\u007F]/g

/**
 * Returns the address, or the text with addresses, that a header holds, as browsers read it: Node gives the bytes of a
 * header as latin1, while browsers read them as UTF-8 and escape the bytes that are not
 * (https://fetch.spec.whatwg.org/#concept-response-location-url).
 */
export function addressInHeader(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  if (isUtf8(bytes)) return bytes.toString('utf8')
  return value.replace(OUTSIDE_ASCII, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
