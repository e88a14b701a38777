import { parseUrl } from '../../lib/web/parse-url.ts'
import { normaliseUrlPath } from '../../lib/web/web-url.ts'

/** The path as pages are known by: letters may come as they are, or percent-encoded, as browsers send them. */
export const pagePath = (path: string): string =>
  normaliseUrlPath(parseUrl(`https://any.invalid${path}`)?.pathname ?? path)
