import { sql } from 'kysely'
import { UNLISTED_STATES } from '../prompts/select-prompts.ts'
import { pageOfAddresses } from '../site/page-of-address.ts'
import { SystemStore } from './system-store.ts'

/**
 * Reads the data that the public manifest of a site shows.
 *
 * @NOTE no org_id: anyone may read it, by the id that stands in the site's own tag.
 */
export class PublishedPrompts extends SystemStore {
  /** Finds a site, as it is stored, with its policy; undefined where no site has the id, or the site is archived. */
  findSite(siteId: string) {
    return this.db
      .selectFrom('site')
      .leftJoin('site_policy', 'site_policy.site_num', 'site.num')
      .select(['site.num', 'site.name', 'site.url', 'site.language', 'site.widget_settings'])
      .select(['site.own_parameters', 'site.learned_parameters', 'site_policy.policy'])
      .where('site.id', '=', siteId)
      .where('site.status', '!=', 'archived')
      .executeTakeFirst()
  }

  /**
   * Lists the prompts that readers are shown, in the order of the paths of their pages, behind a path. The list is
   * public, so it names no page that its owner keeps out of indexes, nor one that is gone.
   */
  listActive(siteNum: number, after: string, limit: number) {
    return this.#active(siteNum)
      .leftJoin('page_record', 'page_record.page_num', 'page.num')
      .where((where) =>
        where.or([
          where('page_record.state', 'is', null),
          where('page_record.state', 'not in', UNLISTED_STATES),
        ]),
      )
      .where('page.path', '>', after)
      .orderBy('page.path')
      .limit(limit)
      .execute()
  }

  /**
   * Finds the active prompts of the page that some addresses lead to; `addresses` are as `pageAddresses` returns them.
   */
  async findActive(siteNum: number, addresses: readonly [...known: string[], path: string]) {
    return this.#active(siteNum)
      .where('page.num', '=', pageOfAddresses(sql.lit(siteNum), addresses))
      .execute()
  }

  #active(siteNum: number) {
    return this.db
      .selectFrom('page')
      .innerJoin('prompt', 'prompt.page_num', 'page.num')
      .select(['page.path', 'prompt.id', 'prompt.language', 'prompt.templates'])
      .where('page.site_num', '=', siteNum)
      .where('prompt.state', '=', 'active')
  }
}

export type PublishedPage = Awaited<ReturnType<PublishedPrompts['listActive']>>[number]
