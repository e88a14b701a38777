import type { SiteRow } from '../../../db/site-row.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { siteAddress } from './site-address.ts'

/**
 * Reads another address of the start page: at the site's domain, under it, or at a domain that was verified, so that
 * nobody moves a site to a host that is not theirs. Throws VALIDATION_FAILED.
 */
export function changedAddress(
  app: Pick<AppContext, 'refuseAddress'>,
  current: Pick<SiteRow, 'domain' | 'aliases' | 'url'>,
  text: string | undefined,
): { url?: string } {
  if (text === undefined || text === current.url) return {}
  const { domain: host, url } = siteAddress('url', text)
  // @NOTE the column is written by us alone, as JSON of checked hosts.
  const own = [current.domain, ...(JSON.parse(current.aliases) as string[])]
  if (!own.some((known) => host === known || host.endsWith(`.${known}`))) {
    throw invalidField(
      'url',
      'not_verified',
      `${host} is no verified domain of the site; add it with POST /sites/:id/domains`,
    )
  }
  const refusal = app.refuseAddress(url)
  if (refusal !== undefined) throw invalidField('url', 'blocked_address', refusal)
  return { url }
}
