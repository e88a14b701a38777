import { sql } from 'kysely'
import { toIndexText } from '../../src/domain/search/cjk-segmentation.ts'
import type { OffsetSegment } from '../../src/lib/time/zone.ts'
import { numberList } from '../forms.ts'
import {
  countTopicDays,
  countTopics,
  pagesOfTopics,
  type TopicCount,
  type TopicPagesQuery,
  type TopicQuery,
} from '../search/select-topics.ts'
import { addWords, deleteWords } from '../search/text-index.ts'
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

  /** Gives a topic another name, which later questions do not change. */
  async rename(num: number, label: string): Promise<void> {
    const db = this.handles.write
    await db
      .updateTable('topic')
      .set({ label, is_renamed: 1 })
      .where('num', '=', num)
      .where('site_num', '=', this.siteNum)
      .execute()
    await deleteWords('topic', numberList([num])).execute(db)
    await addWords('topic', this.siteNum, [[num, toIndexText(label)]]).execute(db)
  }

  /**
   * Moves the questions of some topics, and the phrases that find them, to another topic, and deletes the emptied ones. It
   * takes a statement for each table, however many topics; `turn` lets other writers in between them.
   */
  async merge(into: number, from: readonly number[], turn: () => Promise<unknown>): Promise<void> {
    const db = this.handles.write
    const list = numberList(from)
    const merged = sql`site_num = ${this.siteNum} AND topic_num IN ${list}`
    await sql`UPDATE question SET topic_num = ${into} WHERE ${merged}`.execute(db)
    await turn()
    await sql`UPDATE topic_phrase SET topic_num = ${into} WHERE ${merged}`.execute(db)
    await turn()
    await sql`INSERT INTO topic_bigram (site_num, bigram, topic_num)
      SELECT DISTINCT site_num, bigram, CAST(${into} AS BIGINT) FROM topic_bigram WHERE ${merged}
      ON CONFLICT DO NOTHING`.execute(db)
    await turn()
    await sql`DELETE FROM topic_bigram WHERE ${merged}`.execute(db)
    await this.#mergeColumns(into, from)
    await deleteWords('topic', list).execute(db)
    await db
      .deleteFrom('topic')
      .where('num', 'in', from)
      .where('site_num', '=', this.siteNum)
      .execute()
  }

  /** Gives the merged topic the first and last time of all its parts, and their sum of pairs. */
  async #mergeColumns(into: number, from: readonly number[]): Promise<void> {
    const rows = await this.handles.write
      .selectFrom('topic')
      .select(['first_seen_at', 'last_seen_at', 'bigrams'])
      .where('num', 'in', [into, ...from])
      .execute()
    await this.handles.write
      .updateTable('topic')
      .set({
        first_seen_at: Math.min(...rows.map((row) => row.first_seen_at)),
        last_seen_at: Math.max(...rows.map((row) => row.last_seen_at)),
        bigrams: rows.reduce((sum, row) => sum + row.bigrams, 0),
      })
      .where('num', '=', into)
      .execute()
  }
}
