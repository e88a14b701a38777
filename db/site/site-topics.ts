import type { OffsetSegment } from '../../src/lib/time/zone.ts'
import {
  countTopicDays,
  countTopics,
  pagesOfTopics,
  type TopicCount,
  type TopicPagesQuery,
  type TopicQuery,
} from '../search/select-topics.ts'
import { mergeTopicRows, renameTopic } from '../topics.ts'
import { SiteStore } from './site-store.ts'

/** What readers of one site ask about. */
export class SiteTopics extends SiteStore {
  query() {
    return this.handles.read.selectFrom('topic').where('topic.site_num', '=', this.siteNum)
  }

  /** Finds a topic of the site by its id. */
  find(id: string) {
    return this.query()
      .select(['num', 'id', 'label', 'is_renamed', 'first_seen_at'])
      .where('id', '=', id)
      .executeTakeFirst()
  }

  /** Finds a topic of the site by its id, else by its name in any case of ASCII. */
  findNamed(name: string) {
    return this.query()
      .select(['num', 'id', 'label'])
      .where((eb) =>
        eb.or([eb('id', '=', name), eb(eb.fn('lower', ['label']), '=', name.trim().toLowerCase())]),
      )
      .orderBy((eb) => eb.case().when('id', '=', name).then(0).else(1).end())
      .orderBy('num')
      .limit(1)
      .executeTakeFirst()
  }

  /** Counts the questions of each topic, most asked first. */
  count(query: TopicQuery): Promise<TopicCount[]> {
    return countTopics(this.handles.scan, this.siteNum, query)
  }

  /** Counts the questions about one topic by local day; days without any are left out. */
  days(query: TopicQuery & { topicNum: number; segments: readonly OffsetSegment[] }) {
    return countTopicDays(this.handles.scan, this.siteNum, query)
  }

  /** Returns the pages of topics, by topic, most asked first. */
  pages(query: TopicPagesQuery) {
    return pagesOfTopics(this.handles.scan, this.siteNum, query)
  }

  rename(num: number, label: string): Promise<void> {
    return renameTopic(this.handles.write, this.siteNum, num, label)
  }

  merge(into: number, from: readonly number[], turn: () => Promise<unknown>): Promise<void> {
    return mergeTopicRows(this.handles.write, this.siteNum, { into, from }, turn)
  }
}
