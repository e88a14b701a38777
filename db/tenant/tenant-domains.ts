import { TenantStore, type OwnRow } from './tenant-store.ts'

/** The domains of one organization's sites, in addition to the sites' own. */
export class TenantDomains extends TenantStore {
  of(siteId: string) {
    return this.handles.read
      .selectFrom('site_domain')
      .where('site_domain.org_id', '=', this.orgId)
      .where('site_domain.site_id', '=', siteId)
  }

  /**
   * Returns true where a host was proven for any site.
   *
   * @NOTE no org_id: a domain belongs to one site of the whole service. The answer is all that a caller learns about
   * other organizations.
   */
  async isProven(host: string): Promise<boolean> {
    const row = await this.handles.read
      .selectFrom('site_domain')
      .select('id')
      .where('claimed_host', '=', host)
      .executeTakeFirst()
    return row !== undefined
  }

  insert(row: OwnRow<'site_domain'>) {
    return this.handles.write.insertInto('site_domain').values({ ...row, org_id: this.orgId })
  }

  update(id: string) {
    return this.handles.write
      .updateTable('site_domain')
      .where('site_domain.org_id', '=', this.orgId)
      .where('site_domain.id', '=', id)
  }

  delete(id: string) {
    return this.handles.write
      .deleteFrom('site_domain')
      .where('site_domain.org_id', '=', this.orgId)
      .where('site_domain.id', '=', id)
  }
}
