import { TenantStore } from './tenant-store.ts'

/** What readers of all sites of one organization ask about. */
export class TenantTopics extends TenantStore {
  /** Returns a topic by its id, with its site; undefined in another organization. */
  find(id: string) {
    return this.handles.read
      .selectFrom('topic')
      .innerJoin('site', 'site.num', 'topic.site_num')
      .select(['topic.num', 'topic.id', 'topic.label', 'topic.first_seen_at', 'topic.last_seen_at'])
      .select(['site.id as site_id', 'site.domain', 'site.url', 'site.timezone'])
      .where('topic.id', '=', id)
      .where(this.reach.sitesOf(this.orgId))
      .executeTakeFirst()
  }

  /** Returns the latest questions of a topic that `find` returned. */
  latestQuestions(topicNum: number, limit: number) {
    return this.handles.scan
      .selectFrom('question')
      .innerJoin('site', 'site.num', 'question.site_num')
      .select('question.text')
      .where(this.reach.sitesOf(this.orgId))
      .where('question.topic_num', '=', topicNum)
      .orderBy('question.at', 'desc')
      .limit(limit)
      .execute()
  }
}
