import { readUrl } from './read-url.ts'

const MAX_ADDRESS_CHARS = 2_048

/**
 * Reads a text as an http(s) address. Undefined for any other value, for an address with credentials, and above 2,048
 * characters.
 */
export function readWebAddress(text: unknown): URL | undefined {
  if (typeof text !== 'string' || text.length > MAX_ADDRESS_CHARS) return undefined
  const url = readUrl(text)
  if (url === undefined || url.href.length > MAX_ADDRESS_CHARS) return undefined
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url : undefined
}
