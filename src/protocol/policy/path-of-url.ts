import { readUrl } from '../read-url.ts'
import { MAX_PATH_CHARS, normalisePath } from './path.ts'

/** The origin that a path gets, so that it is read as the path of an address is. */
const ANY_ORIGIN = 'https://origin.invalid'

/**
 * Returns the normalised path and query of an address, or of a path that begins with `/`. Undefined for a value that is
 * not a web address, and for one that is too long to be compared.
 */
export function pathOfUrl(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > MAX_PATH_CHARS) return undefined
  const parsed = readUrl(url.startsWith('/') ? ANY_ORIGIN + url : url)
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') return undefined
  const path = parsed.pathname + parsed.search
  return path.length > MAX_PATH_CHARS ? undefined : normalisePath(path)
}
