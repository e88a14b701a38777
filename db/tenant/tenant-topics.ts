import { sql } from 'kysely'
import { FIRST_ASKED, isOfTopic } from '../facts/question-topic.ts'
import { TenantStore } from './tenant-store.ts'

/** The topics that readers ask about on all sites of one organization. */
export class TenantTopics extends TenantStore {
  /** Returns a topic by its id, with its site; undefined where no site within reach has it. */
  find(id: string) {
    return this.handles.read
      .selectFrom('topic as t')
      .innerJoin('site', 'site.num', 't.site_num')
      .select(['t.num', 't.id', 't.label', FIRST_ASKED.as('first_asked_at')])
      .select(['site.id as site_id', 'site.domain', 'site.url', 'site.timezone'])
      .where('t.id', '=', id)
      .where('t.part_of', '=', 0)
      .where(this.reach.sitesOf(this.orgId))
      .executeTakeFirst()
  }

  /** Returns the latest questions about a topic that `find` returned. */
  latestQuestions(topicNum: number, limit: number) {
    return this.handles.scan
      .selectFrom('question as q')
      .innerJoin('site', 'site.num', 'q.site_num')
      .select(['q.text', 'q.at'])
      .where(this.reach.sitesOf(this.orgId))
      .where(sql<boolean>`${isOfTopic(topicNum)}`)
      .orderBy('q.at', 'desc')
      .limit(limit)
      .execute()
  }
}
