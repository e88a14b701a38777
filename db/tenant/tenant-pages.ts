import { isRead } from '../search/live-pages.ts'
import { TenantStore } from './tenant-store.ts'

/** The pages of all sites of one organization. */
export class TenantPages extends TenantStore {
  /**
   * Returns a page by its id, with the result of its last scan and its site; undefined where no site within reach has
   * it.
   */
  async find(id: string) {
    const { read } = this.handles
    const page = await read
      .selectFrom('page')
      .innerJoin('site', 'site.num', 'page.site_num')
      .leftJoin('page_record', 'page_record.page_num', 'page.num')
      .selectAll('page')
      .select(['page_record.state', 'page_record.canonical_url as canonicalUrl'])
      .select(['page_record.score', 'page_record.findings'])
      .select(isRead.as('is_read'))
      .where('page.id', '=', id)
      .where(this.reach.sitesOf(this.orgId))
      .executeTakeFirst()
    const site =
      page &&
      (await read
        .selectFrom('site')
        .selectAll()
        .where('org_id', '=', this.orgId)
        .where('num', '=', page.site_num)
        .executeTakeFirst())
    return page && site ? { page: { ...page, isRead: page.is_read === 1 }, site } : undefined
  }
}
