import { pageParametersOf } from '../../../db/site/page-of-address.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { pageAddresses } from '../../domain/page/page-address.ts'
import { parseWebUrl } from '../../lib/web/web-url.ts'

type Addresses = ReturnType<typeof pageAddresses>

/**
 * Returns the addresses that the page at a path may be known by, with or without a query; undefined for any other
 * text.
 */
export function addressesAt({ row }: Pick<SiteDb, 'row'>, path: string): Addresses | undefined {
  const url = parseWebUrl(path, `https://${row.domain}`)
  return url && pageAddresses(url, pageParametersOf(row))
}

/** Returns the path of the page at a path of a site; undefined where neither scans nor readers met such a page. */
export async function pageAt(site: SiteDb, path: string): Promise<string | undefined> {
  const addresses = addressesAt(site, path)
  return addresses && site.names.pageAt(addresses)
}
