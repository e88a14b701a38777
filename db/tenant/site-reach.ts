import { sql, type RawBuilder } from 'kysely'

/**
 * The sites of its organization that a caller reaches: all of them, or those of a narrowed key; and only one of these
 * if the caller's address is bound to it.
 */
export class SiteReach {
  static readonly ALL = new SiteReach(undefined, undefined)

  /** The site that the address is bound to; undefined for a caller who may name any. */
  readonly boundId: string | undefined
  /** The sites of a narrowed key; undefined reaches every site, an empty set no site. */
  readonly #grantedIds: ReadonlySet<string> | undefined

  private constructor(grantedIds: ReadonlySet<string> | undefined, boundId: string | undefined) {
    this.#grantedIds = grantedIds
    this.boundId = boundId
  }

  /** False where some sites are out of reach, also those that do not exist yet. */
  get isWhole(): boolean {
    return this.#grantedIds === undefined
  }

  /** True where every site of the organization is reached, by an address that is bound to none. */
  get isUnbound(): boolean {
    return this.isWhole && this.boundId === undefined
  }

  boundTo(siteId: string): SiteReach {
    return new SiteReach(this.#grantedIds, siteId)
  }

  /** Returns the reach that both allow: a narrowing within a narrowing has the sites that they share. */
  narrowedTo(siteIds: ReadonlySet<string>): SiteReach {
    const held = this.#grantedIds
    const shared = held ? [...siteIds].filter((id) => held.has(id)) : siteIds
    return new SiteReach(new Set(shared), this.boundId)
  }

  has(siteId: string): boolean {
    return this.#grants(siteId) && (this.boundId === undefined || this.boundId === siteId)
  }

  /** Holds for the sites of an organization that are within reach. */
  sitesOf(orgId: string): RawBuilder<boolean> {
    if (this.boundId === undefined) return this.grantedSitesOf(orgId)
    // `1 = 0` matches no site; every database engine takes a comparison.
    return this.#grants(this.boundId)
      ? sql<boolean>`site.org_id = ${orgId} AND site.id = ${this.boundId}`
      : sql<boolean>`site.org_id = ${orgId} AND 1 = 0`
  }

  /**
   * Holds for the sites of an organization that the credential reaches, even those that its address is not bound to.
   */
  grantedSitesOf(orgId: string): RawBuilder<boolean> {
    const ids = this.#grantedIds
    if (ids === undefined) return sql<boolean>`site.org_id = ${orgId}`
    if (ids.size === 0) return sql<boolean>`site.org_id = ${orgId} AND 1 = 0`
    return sql<boolean>`site.org_id = ${orgId} AND site.id IN (${sql.join([...ids])})`
  }

  #grants(siteId: string): boolean {
    return this.#grantedIds === undefined || this.#grantedIds.has(siteId)
  }
}
