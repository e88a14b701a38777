import { TenantStore } from './tenant-store.ts'

/** The domain events of one organization. */
export class TenantOutbox extends TenantStore {
  query() {
    return this.handles.read.selectFrom('outbox').where('outbox.org_id', '=', this.orgId)
  }

  /**
   * Selects the events, each with the id of the site that it is about; null for an event of the organization itself.
   */
  withSites() {
    return this.query()
      .leftJoin('site', 'site.num', 'outbox.site_num')
      .select(['outbox.num', 'outbox.id', 'outbox.event', 'outbox.payload', 'outbox.at'])
      .select('site.id as siteId')
  }

  /** Returns the number of the newest event; 0 for an organization without events. */
  async newest(): Promise<number> {
    const row = await this.query()
      .select(({ fn }) => fn.max('outbox.num').as('num'))
      .executeTakeFirst()
    return row?.num ?? 0
  }
}
