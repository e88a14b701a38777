import type { Handles } from '../handles.ts'
import { isRead } from '../search/is-read.ts'
import type { SiteReach } from './site-reach.ts'

/** What readers of all sites of one organization asked. Only TenantDb makes one. */
export class TenantQuestions {
  readonly #handles: Handles
  readonly #orgId: string
  readonly #reach: SiteReach

  constructor(handles: Handles, orgId: string, reach: SiteReach) {
    this.#handles = handles
    this.#orgId = orgId
    this.#reach = reach
  }

  /** Returns a question by time and sequence, with its page and site; undefined in another organization. */
  find(atMs: number, seq: number) {
    return this.#handles.read
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
      .where(this.#reach.sitesOf(this.#orgId))
      .where('question.at', '=', atMs)
      .where('question.seq', '=', seq)
      .executeTakeFirst()
  }
}
