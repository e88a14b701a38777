import { sql, type RawBuilder } from 'kysely'
import type { OffsetSegment } from '../../src/lib/time/zone.ts'
import { numberList, valueRows } from '../forms.ts'
import { matchesPathPattern } from '../begins-with.ts'
import { ASKER_COUNT, NAMER_COUNT } from '../facts/asker-count.ts'
import { dayOfInstant } from '../facts/local-time.ts'
import { timeGuard } from '../facts/time-guard.ts'
import {
  FIRST_ASKED,
  isOfTopic,
  partsOf,
  TOPIC_NUM,
  WITH_NAME,
  WITH_TOPIC,
} from '../facts/question-topic.ts'
import { NO_LABEL, setTopicLabel } from './set-topic-label.ts'
import { SiteStore } from './site-store.ts'

export interface TopicQuery {
  fromMs: number
  toMs: number
  /** The path where the questions were asked, in which `*` stands for any characters. */
  path?: string | undefined
  /** The number of the only page whose topics are returned. */
  pageNum?: number | undefined
  /** The number of the only topic that is returned. */
  topicNum?: number | undefined
  /** The largest number of topics that are returned. */
  limit?: number | undefined
}

export interface TopicCount {
  num: number
  id: string
  label: string
  questions: number
  /** The number of people who asked about the topic: the distinct addresses of each day, summed. */
  askers: number
  /**
   * The number of people who gave the topic its name: all askers, or, where the name is a question, those who asked
   * that question.
   */
  namers: number
  first_at: number
  last_at: number
  /** The time when any wording of the topic was first asked. */
  first_asked_at: number
}

/** The largest number of topics that are counted at once: more than a site has in years. */
const MAX_TOPICS = 20_000

interface TopicPagesQuery extends TopicQuery {
  topics: readonly number[]
  /** The largest number of pages that are returned for each topic. */
  limit: number
  /**
   * The least number of people who asked about a topic on a page (distinct addresses of each day, summed) for the page
   * to be returned.
   */
  minAskers: number
}

interface TopicPage {
  path: string
  questions: number
}

interface TopicPageRow extends TopicPage {
  topic: number
}

/** The topics that readers of one site ask about. */
export class SiteTopics extends SiteStore {
  /** Selects topics of the site that are not a part of another one, and are not being deleted. */
  query() {
    return this.handles.read
      .selectFrom('topic as t')
      .where('t.site_num', '=', this.siteNum)
      .where('t.part_of', '=', 0)
      .where('t.num', '>', lastDeleted(this.siteNum))
  }

  /** Finds a topic of the site by its id. */
  find(id: string) {
    return this.query()
      .select(['t.num', 't.id', 't.label', 't.is_renamed', FIRST_ASKED.as('first_asked_at')])
      .where('t.id', '=', id)
      .executeTakeFirst()
  }

  /** Finds a topic of the site by its id, or else by its name in any case of ASCII letters. */
  findNamed(name: string) {
    return this.query()
      .select(['t.num', 't.id', 't.label'])
      .where((eb) =>
        eb.or([eb('id', '=', name), eb(eb.fn('lower', ['label']), '=', name.trim().toLowerCase())]),
      )
      .orderBy((eb) => eb.case().when('id', '=', name).then(0).else(1).end())
      .orderBy('num')
      .limit(1)
      .executeTakeFirst()
  }

  /** Counts the questions about every topic in a stretch of time, the most asked first. */
  async count({ limit = MAX_TOPICS, ...query }: TopicQuery): Promise<TopicCount[]> {
    const { rows } = await sql<TopicCount>`
      SELECT t.num, t.id, t.label, c.questions, c.askers, c.namers, c.first_at, c.last_at, ${FIRST_ASKED} AS first_asked_at
      FROM (SELECT ${TOPIC_NUM} AS topic_num, COUNT(*) AS questions, ${ASKER_COUNT} AS askers, ${NAMER_COUNT} AS namers,
          MIN(q.at) AS first_at, MAX(q.at) AS last_at
        FROM question AS q ${WITH_TOPIC} ${WITH_NAME} WHERE ${questionsIn(this.siteNum, query)}
        GROUP BY 1) AS c JOIN topic AS t ON t.num = c.topic_num AND t.num > ${lastDeleted(this.siteNum)}
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

  /** Counts the questions about some topics on each local day that has any. */
  async daysOf(
    topics: readonly number[],
    query: TopicQuery & { segments: readonly OffsetSegment[] },
  ): Promise<{ topic: number; day: number; questions: number }[]> {
    if (topics.length === 0) return []
    const { rows } = await sql<{ topic: number; day: number; questions: number }>`
      SELECT ${TOPIC_NUM} AS topic, ${dayOfInstant(sql`q.at`, query.segments)} AS day, COUNT(*) AS questions
      FROM question AS q ${WITH_TOPIC} WHERE ${questionsIn(this.siteNum, query)} AND ${TOPIC_NUM} IN ${numberList(topics)}
      GROUP BY 1, 2`.execute(this.handles.scan)
    return rows
  }

  /**
   * Returns the pages on which questions about topics were asked in a stretch of time, by topic, the most asked first.
   */
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
      FROM (SELECT ${TOPIC_NUM} AS topic, q.page_num, COUNT(*) AS questions,
          ROW_NUMBER() OVER (PARTITION BY ${TOPIC_NUM} ORDER BY COUNT(*) DESC, q.page_num) AS place
        FROM question AS q ${WITH_TOPIC}
        WHERE ${questionsIn(this.siteNum, query)} AND ${TOPIC_NUM} IN (${sql.join(topics)}) AND q.page_num > 0
        GROUP BY 1, q.page_num HAVING ${ASKER_COUNT} >= ${minAskers}) AS c
        JOIN page AS p ON p.num = c.page_num
      WHERE c.place <= ${limit} ORDER BY c.topic, c.place`.execute(this.handles.scan)
    for (const { topic, path, questions } of rows) pages.get(topic)?.push({ path, questions })
    return pages
  }

  /** Gives a topic another name, which later questions do not change. */
  rename(num: number, label: string): Promise<void> {
    return setTopicLabel(this.handles.write, this.siteNum, { num, label, ...BY_PERSON })
  }

  /**
   * Makes some topics parts of another one, by a pointer in the row of each. So all questions about them, earlier ones
   * and later ones alike, are in the other topic from one moment on, no matter how many there are.
   */
  async merge(into: number, from: readonly number[]): Promise<void> {
    const db = this.handles.write
    const list = numberList(from)
    await sql`UPDATE topic SET part_of = ${into}
      WHERE site_num = ${this.siteNum} AND (num IN ${list} OR part_of IN ${list})`.execute(db)
  }

  /**
   * Makes a new topic of some wordings of a topic, with all questions in the same words; later questions that share a
   * phrase with its name are in it, too.
   */
  async split(
    from: number,
    wordings: readonly number[],
    { id, label, phrase, at }: { id: string; label: string; phrase: number; at: number },
  ): Promise<void> {
    const db = this.handles.write
    const { num } = await db
      .insertInto('topic')
      .values({ id, site_num: this.siteNum, label, is_renamed: 1, bigrams: 0, first_seen_at: at })
      .returning('num')
      .executeTakeFirstOrThrow()
    await setTopicLabel(db, this.siteNum, { num, label, ...BY_PERSON })
    await sql`UPDATE wording SET topic_num = ${num}
      WHERE site_num = ${this.siteNum} AND num IN ${numberList(wordings)}`.execute(db)
    await sql`UPDATE topic_phrase SET topic_num = ${num} WHERE site_num = ${this.siteNum}
      AND phrase = ${phrase} AND topic_num IN (${partsOf(sql`${from}`)})`.execute(db)
    // The question that was the label of the topic has moved to another topic.
    const quoted = await this.query()
      .select('t.num')
      .where('t.num', '=', from)
      .where('t.label_wording', 'in', [...wordings])
      .executeTakeFirst()
    if (quoted) await setTopicLabel(db, this.siteNum, { num: from, ...NO_LABEL })
  }

  /** Returns the wordings that questions of a topic have; each question is given by its time and sequence. */
  async wordingsOf(
    topicNum: number,
    questions: readonly { atMs: number; seq: number }[],
  ): Promise<{ at: number; seq: number; num: number }[]> {
    const asked = questions.map(({ atMs, seq }) => [atMs, seq] as const)
    const listed = valueRows('asked', { at: 'integer', seq: 'integer' }, asked)
    const { rows } = await sql<{ at: number; seq: number; num: number }>`
      SELECT q.at, q.seq, q.wording_num AS num FROM ${listed}
        JOIN question AS q ON q.site_num = ${this.siteNum} AND q.at = asked.at AND q.seq = asked.seq ${WITH_TOPIC}
      WHERE q.wording_num > 0 AND ${TOPIC_NUM} = ${topicNum}`.execute(this.handles.read)
    return rows
  }

  /** Counts the wordings of a topic, and stops at `max`. */
  async countWordings(topicNum: number, max: number): Promise<number> {
    const { rows } = await sql<{ num: number }>`SELECT num FROM wording
      WHERE topic_num IN (${partsOf(sql`${topicNum}`)}) LIMIT ${max}`.execute(this.handles.read)
    return rows.length
  }
}

/** Returns SQL for the number of the last topic of a site that is being deleted; 0 without a deletion. */
const lastDeleted = (siteNum: number): RawBuilder<number> =>
  sql<number>`COALESCE((SELECT last_topic FROM question_purge WHERE site_num = ${siteNum}), 0)`

const BY_PERSON = { isRenamed: true, wording: 0 } as const

function questionsIn(siteNum: number, { fromMs, toMs, path, pageNum, topicNum }: TopicQuery) {
  const conditions = [
    sql`q.site_num = ${siteNum} AND q.at >= ${fromMs} AND q.at < ${toMs}`,
    timeGuard('q'),
  ]
  if (pageNum !== undefined) conditions.push(sql`q.page_num = ${pageNum}`)
  if (topicNum !== undefined) conditions.push(isOfTopic(topicNum))
  if (path !== undefined) {
    conditions.push(
      sql`q.page_num IN (SELECT num FROM page WHERE site_num = ${siteNum} AND ${matchesPathPattern(sql`path`, path)})`,
    )
  }
  return sql.join(conditions, sql` AND `)
}
