import { sql, type RawBuilder } from 'kysely'

/**
 * The sites of its organization that a caller reaches: all of them, or those that its key is narrowed to; and only one
 * of these if the address that was called is bound to it.
 */
export class SiteReach {
  static readonly ALL = new SiteReach(undefined, undefined)

  /** The id of the site that the called address is bound to; undefined for a caller who may name any site. */
  readonly boundId: string | undefined
  /** The ids of the sites that the key is narrowed to: undefined reaches every site, an empty set no site. */
  readonly #grantedIds: ReadonlySet<string> | undefined

  private constructor(grantedIds: ReadonlySet<string> | undefined, boundId: string | undefined) {
    this.#grantedIds = grantedIds
    this.boundId = boundId
  }

  /**
   * True where the key is not narrowed to some sites, so that it reaches those that do not exist yet, too. The called
   * address may still be bound to one site.
   */
  get isWhole(): boolean {
    return this.#grantedIds === undefined
  }

  /**
   * True where every site of the organization is reached: the key is not narrowed, and the called address is bound to
   * no site.
   */
  get isUnbound(): boolean {
    return this.isWhole && this.boundId === undefined
  }

  boundTo(siteId: string): SiteReach {
    return new SiteReach(this.#grantedIds, siteId)
  }

  /**
   * Returns this reach without the sites that are not among the given ones; within a narrowed reach, only shared sites
   * are left.
   */
  narrowedTo(siteIds: ReadonlySet<string>): SiteReach {
    const held = this.#grantedIds
    const shared = held ? [...siteIds].filter((id) => held.has(id)) : siteIds
    return new SiteReach(new Set(shared), this.boundId)
  }

  has(siteId: string): boolean {
    return this.#grants(siteId) && (this.boundId === undefined || this.boundId === siteId)
  }

  /** Returns a condition that holds for the sites of an organization that are within reach. */
  sitesOf(orgId: string): RawBuilder<boolean> {
    if (this.boundId === undefined) return this.grantedSitesOf(orgId)
    // `1 = 0` matches no site; every database engine takes a comparison.
    return this.#grants(this.boundId)
      ? sql<boolean>`site.org_id = ${orgId} AND site.id = ${this.boundId}`
      : sql<boolean>`site.org_id = ${orgId} AND 1 = 0`
  }

  /**
   * Returns a condition that holds for the sites of an organization that the key reaches, even those that the called
   * address is not bound to.
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
