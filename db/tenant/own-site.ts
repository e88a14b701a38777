import { sql, type RawBuilder } from 'kysely'

/** Holds for the sites of an organization; for one of them alone where the caller is bound to it. */
export const ownSite = (orgId: string, siteId: string | undefined): RawBuilder<boolean> =>
  siteId === undefined
    ? sql<boolean>`site.org_id = ${orgId}`
    : sql<boolean>`site.org_id = ${orgId} AND site.id = ${siteId}`
