import { sql } from 'kysely'
import { toIndexText } from '../../src/domain/search/cjk-segmentation.ts'
import type { OffsetSegment } from '../../src/lib/time/zone.ts'
import { numberList } from '../forms.ts'
import { matchesPathPattern } from '../begins-with.ts'
import { ASKER_COUNT } from '../facts/asker-count.ts'
import { dayOfInstant } from '../facts/local-time.ts'
import { timeGuard } from '../facts/time-guard.ts'
import { addWords, deleteWords } from '../search/text-index.ts'
import { SiteStore } from './site-store.ts'

export interface TopicQuery {
  fromMs: number
  toMs: number
  /** A path, in which `*` stands for any characters. */
  path?: string | undefined
  /** Number of the one page that is meant. */
  pageNum?: number | undefined
  /** Number of the one topic that is meant. */
  topicNum?: number | undefined
  /** The largest number of topics that are returned. */
  limit?: number | undefined
}

export interface TopicCount {
  num: number
  id: string
  label: string
  questions: number
  /** The distinct addresses of each day, summed. */
  askers: number
  first_at: number
  last_at: number
  /** When it was asked about for the first time ever. */
  first_seen_at: number
}

/** The largest number of topics that are counted at once: more than a site has in years. */
const MAX_TOPICS = 20_000

interface TopicPagesQuery extends TopicQuery {
  topics: readonly number[]
  /** The largest number of pages that are returned of each topic. */
  limit: number
  /** The least number of askers (distinct addresses of each day, summed) of the topic on a page that counts. */
  minAskers: number
}

interface TopicPage {
  path: string
  questions: number
}

interface TopicPageRow extends TopicPage {
  topic: number
}

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

  /** Counts the questions of every topic in a stretch of time, most asked first. */
  async count({ limit = MAX_TOPICS, ...query }: TopicQuery): Promise<TopicCount[]> {
    const { rows } = await sql<TopicCount>`
      SELECT t.num, t.id, t.label, c.questions, c.askers, c.first_at, c.last_at, t.first_seen_at
      FROM (SELECT q.topic_num, COUNT(*) AS questions, ${ASKER_COUNT} AS askers,
          MIN(q.at) AS first_at, MAX(q.at) AS last_at
        FROM question AS q WHERE ${questionsIn(this.siteNum, query)}
        GROUP BY q.topic_num) AS c JOIN topic AS t ON t.num = c.topic_num
      ORDER BY c.questions DESC, t.num LIMIT ${limit}`.execute(this.handles.scan)
    return rows
  }

  /** Counts the questions about a topic on each local day that has any. */
  async days(
    query: TopicQuery & { topicNum: number; segments: readonly OffsetSegment[] },
  ): Promise<Map<number, number>> {
    const { rows } = await sql<{ day: number; questions: number }>`
      SELECT ${dayOfInstant(sql`q.at`, query.segments)} AS day, COUNT(*) AS questions
      FROM question AS q WHERE ${questionsIn(this.siteNum, query)} GROUP BY 1`.execute(
      this.handles.scan,
    )
    return new Map(rows.map(({ day, questions }) => [day, questions]))
  }

  /** Returns the pages on which topics were asked about in a stretch of time, by topic, most asked first. */
  async pages({
    topics,
    limit,
    minAskers,
    ...query
  }: TopicPagesQuery): Promise<Map<number, TopicPage[]>> {
    const pages = new Map<number, TopicPage[]>(topics.map((num) => [num, []]))
    if (topics.length === 0) return pages
    const { rows } = await sql<TopicPageRow>`
      SELECT c.topic, p.path, c.questions
      FROM (SELECT q.topic_num AS topic, q.page_num, COUNT(*) AS questions,
          ROW_NUMBER() OVER (PARTITION BY q.topic_num ORDER BY COUNT(*) DESC, q.page_num) AS place
        FROM question AS q
        WHERE ${questionsIn(this.siteNum, query)} AND q.topic_num IN (${sql.join(topics)}) AND q.page_num > 0
        GROUP BY q.topic_num, q.page_num HAVING ${ASKER_COUNT} >= ${minAskers}) AS c
        JOIN page AS p ON p.num = c.page_num
      WHERE c.place <= ${limit} ORDER BY c.topic, c.place`.execute(this.handles.scan)
    for (const { topic, path, questions } of rows) pages.get(topic)?.push({ path, questions })
    return pages
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

function questionsIn(siteNum: number, { fromMs, toMs, path, pageNum, topicNum }: TopicQuery) {
  const conditions = [
    sql`q.site_num = ${siteNum} AND q.at >= ${fromMs} AND q.at < ${toMs}`,
    timeGuard('q'),
  ]
  if (pageNum !== undefined) conditions.push(sql`q.page_num = ${pageNum}`)
  if (topicNum !== undefined) conditions.push(sql`q.topic_num = ${topicNum}`)
  if (path !== undefined) {
    conditions.push(
      sql`q.page_num IN (SELECT num FROM page WHERE site_num = ${siteNum} AND ${matchesPathPattern(sql`path`, path)})`,
    )
  }
  return sql.join(conditions, sql` AND `)
}
