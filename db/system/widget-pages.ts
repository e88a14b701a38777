import { sql } from 'kysely'
import type { PageRecord } from '../../src/domain/page/page-record.ts'
import { jsonText } from '../forms.ts'
import { pageOfAddresses } from '../site/page-of-address.ts'
import { SystemStore } from './system-store.ts'

/**
 * Reads the data that the widget of a site shows on a page to readers.
 *
 * @NOTE no org_id: a browser asks without a credential, by the id in the site's own tag, and gets what every reader
 * sees.
 */
export class WidgetPages extends SystemStore {
  /**
   * Finds a site, with the page that some addresses lead to (as `pageAddresses` returns them) and the prompts of this
   * page; undefined where no site has the id.
   */
  find(siteId: string, addresses: readonly [...known: string[], path: string]) {
    return this.db
      .selectFrom('site')
      .leftJoin('page', (join) =>
        join.on('page.num', '=', pageOfAddresses(sql.ref('site.num'), addresses)),
      )
      .leftJoin('prompt', 'prompt.page_num', 'page.num')
      .leftJoin('page_record', 'page_record.page_num', 'page.num')
      .leftJoin('site_policy', 'site_policy.site_num', 'site.num')
      .select(['site_policy.policy'])
      .select(['site.id', 'site.version', 'site.language as site_language', 'site.status'])
      .select(['site.widget_settings', 'site.own_parameters', 'site.learned_parameters'])
      .select([
        'page.num as page_num',
        'page.path as page_path',
        'page.url as page_url',
        'prompt.id as prompt_id',
        'prompt.version as prompt_version',
      ])
      .select(jsonText(sql.ref<PageRecord>('page_record.record'), 'markdownUrl').as('markdown_url'))
      .select(['prompt.state', 'prompt.language', 'prompt.templates', 'prompt.rules'])
      .select('prompt.questions')
      .where('site.id', '=', siteId)
      .executeTakeFirst()
  }
}

export type PageOfWidget = NonNullable<Awaited<ReturnType<WidgetPages['find']>>>
