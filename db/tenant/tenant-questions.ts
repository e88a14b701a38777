import { isRead } from '../search/live-pages.ts'
import { TenantStore } from './tenant-store.ts'

/** The questions of readers on all sites of one organization. */
export class TenantQuestions extends TenantStore {
  /**
   * Returns a question by its time and sequence, with its page and site; undefined where no site within reach has it.
   */
  find(atMs: number, seq: number) {
    return this.handles.read
      .selectFrom('site')
      .innerJoin('question', 'question.site_num', 'site.num')
      .leftJoin('page', 'page.num', 'question.page_num')
      .leftJoin('page_record', 'page_record.page_num', 'page.num')
      .leftJoin('term', 'term.num', 'question.engine')
      .select([
        'question.at',
        'question.text',
        'page.path',
        'page.url as page_url',
        'page_record.canonical_url',
        'term.value as engine',
        'site.id as site_id',
        'site.domain',
        'site.url as site_url',
        'site.timezone',
      ])
      .select(isRead.as('is_read'))
      .where(this.reach.sitesOf(this.orgId))
      .where('question.at', '=', atMs)
      .where('question.seq', '=', seq)
      .executeTakeFirst()
  }
}
