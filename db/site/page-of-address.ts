import { sql, type RawBuilder } from 'kysely'
import type { PageParameters } from '../../src/domain/page/page-address.ts'
import type { SiteRow } from '../site-row.ts'

type Sql = RawBuilder<unknown>

/**
 * Returns SQL for the number of the page that scans know at an address of a site; null where they know no such page.
 */
export const scannedPageAt = (
  siteNum: Sql,
  address: Sql,
): RawBuilder<number | null> => sql`COALESCE(
  (SELECT a.page_num FROM page_address AS a WHERE a.site_num = ${siteNum} AND a.address = ${address}),
  (SELECT p.num FROM page AS p JOIN page_record AS r ON r.page_num = p.num
    WHERE p.site_num = ${siteNum} AND p.path = ${address}))`

/**
 * Returns SQL for the number of the page that the addresses lead to (as `pageAddresses` returns them): the first that
 * scans know, or else the one that readers have seen at the last address; null where there is neither.
 */
export function pageOfAddresses(
  siteNum: Sql,
  addresses: readonly [...known: string[], path: string],
): RawBuilder<number | null> {
  const scanned = addresses.map((address) => scannedPageAt(siteNum, sql`${address}`))
  const path = addresses.at(-1)
  return sql`COALESCE(${sql.join(scanned)},
    (SELECT met.num FROM page AS met WHERE met.site_num = ${siteNum} AND met.path = ${path}))`
}

type ParameterColumns = Pick<SiteRow, 'own_parameters' | 'learned_parameters'>

/** Returns the parameters that tell the pages of a site apart, from the columns of the site. */
export const pageParametersOf = (site: ParameterColumns): PageParameters => ({
  own: ownParametersOf(site),
  // @NOTE both columns are lists of texts, which the service alone writes.
  learned: JSON.parse(site.learned_parameters) as string[],
})

/**
 * Returns the parameters that the owner of a site named as telling its pages apart; null where the owner leaves that to
 * scans.
 */
export const ownParametersOf = ({
  own_parameters: own,
}: Pick<SiteRow, 'own_parameters'>): PageParameters['own'] =>
  own === null ? null : (JSON.parse(own) as string[])
