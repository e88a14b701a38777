import type { SiteRow } from '../../../db/site-row.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { parseSiteUrl } from '../../kernel/names/site-host.ts'
import { siteScope } from './site-scope.ts'

/**
 * Reads the address where a scan begins: one of the site, by http or https; undefined where it is the site's own anyhow.
 * Throws VALIDATION_FAILED for anything else, and for one that this service may not ask.
 */
export function readStartUrl(
  app: Pick<AppContext, 'refuseAddress'>,
  site: Pick<SiteRow, 'url' | 'domain' | 'aliases'>,
  text: string | undefined,
): string | undefined {
  if (text === undefined) return undefined
  const url = parseSiteUrl(text)
  const place = url && siteScope(site).resolve(url.href)
  if (!place) throw invalidField('url', 'other_site', `Must be an address of ${site.url}`)
  const start = `${url.origin}${place.path}`
  if (start === site.url) return undefined
  const refusal = app.refuseAddress(start)
  if (refusal !== undefined) throw invalidField('url', 'blocked_address', refusal)
  return start
}
