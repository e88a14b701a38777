import { sql } from 'kysely'
import { matchesPathPattern } from '../begins-with.ts'
import { askerCount } from '../facts/asker-count.ts'
import { dayOfInstant } from '../facts/local-time.ts'
import { timeGuardBy, timeGuard } from '../facts/time-guard.ts'
import type { OffsetSegment } from '../../src/lib/time/zone.ts'
import type { Db } from '../tables/schema.ts'
import type { SearchTerm } from './full-text.ts'
import { wordHits } from './text-index.ts'

export interface TopicQuery {
  fromMs: number
  toMs: number
  /** A path, in which `*` stands for any characters. */
  path?: string | undefined
  /** Number of the one page that is meant. */
  pageNum?: number | undefined
  /** Number of the one topic that is meant. */
  topicNum?: number | undefined
  /** At most so many topics are returned. */
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

/** So many topics are counted at once: more than a site has in years. */
const MAX_TOPICS = 20_000

/** Counts the questions of every topic in a stretch of time, most asked first. */
export async function countTopics(
  db: Db,
  siteNum: number,
  { limit = MAX_TOPICS, ...query }: TopicQuery,
): Promise<TopicCount[]> {
  const { rows } = await sql<TopicCount>`
    SELECT t.num, t.id, t.label, c.questions, c.askers, c.first_at, c.last_at, t.first_seen_at
    FROM (SELECT q.topic_num, COUNT(*) AS questions, ${askerCount('q')} AS askers,
        MIN(q.at) AS first_at, MAX(q.at) AS last_at
      FROM question AS q WHERE ${questionsIn(siteNum, query)}
      GROUP BY q.topic_num) AS c JOIN topic AS t ON t.num = c.topic_num
    ORDER BY c.questions DESC, t.num LIMIT ${limit}`.execute(db)
  return rows
}

/** Counts the questions about a topic on each local day that has any. */
export async function countTopicDays(
  db: Db,
  siteNum: number,
  query: TopicQuery & { topicNum: number; segments: readonly OffsetSegment[] },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ day: number; questions: number }>`
    SELECT ${dayOfInstant(sql`q.at`, query.segments)} AS day, COUNT(*) AS questions
    FROM question AS q WHERE ${questionsIn(siteNum, query)} GROUP BY 1`.execute(db)
  return new Map(rows.map(({ day, questions }) => [day, questions]))
}

export interface TopicPagesQuery extends TopicQuery {
  topics: readonly number[]
  /** At most so many pages of each topic are returned. */
  limit: number
  /** A page counts where so many askers (distinct addresses of each day, summed) asked about the topic on it. */
  minAskers: number
}

export interface TopicPage {
  path: string
  questions: number
}

interface TopicPageRow extends TopicPage {
  topic: number
}

/** Returns the pages on which topics were asked about in a stretch of time, by topic, most asked first. */
export async function pagesOfTopics(
  db: Db,
  siteNum: number,
  { topics, limit, minAskers, ...query }: TopicPagesQuery,
): Promise<Map<number, TopicPage[]>> {
  const pages = new Map<number, TopicPage[]>(topics.map((num) => [num, []]))
  if (topics.length === 0) return pages
  const { rows } = await sql<TopicPageRow>`
    SELECT c.topic, p.path, c.questions
    FROM (SELECT q.topic_num AS topic, q.page_num, COUNT(*) AS questions,
        ROW_NUMBER() OVER (PARTITION BY q.topic_num ORDER BY COUNT(*) DESC, q.page_num) AS place
      FROM question AS q
      WHERE ${questionsIn(siteNum, query)} AND q.topic_num IN (${sql.join(topics)}) AND q.page_num > 0
      GROUP BY q.topic_num, q.page_num HAVING ${askerCount('q')} >= ${minAskers}) AS c
      JOIN page AS p ON p.num = c.page_num
    WHERE c.place <= ${limit} ORDER BY c.topic, c.place`.execute(db)
  for (const { topic, path, questions } of rows) pages.get(topic)?.push({ path, questions })
  return pages
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

/** For one result, so many topics with matching names are read, since many have too few askers. */
const CANDIDATES = 10

export interface TopicHit {
  site_num: number
  id: string
  label: string
  rank: number
}

/** Finds topics of some sites whose name has any of the terms and that enough readers asked about, best first. */
export async function searchTopics(
  db: Db,
  siteNums: readonly number[],
  terms: readonly SearchTerm[],
  { limit, minAskers }: { limit: number; minAskers: number },
): Promise<TopicHit[]> {
  if (terms.length === 0) return []
  const wanted = { siteNums, terms, mode: 'any' } as const
  // Names are matched first, because counting the askers of a topic reads every question of the site.
  const { rows } = await sql<TopicHit>`
    WITH named AS MATERIALIZED (SELECT t.num, t.site_num, t.id, t.label, hit.rank
      FROM ${wordHits('hit', 'topic', wanted)} JOIN topic AS t ON t.num = hit.num
      WHERE t.site_num IN (${sql.join(siteNums)}) AND ${timeGuardBy(sql`t.num`)} ORDER BY hit.rank, t.num LIMIT ${limit * CANDIDATES})
    SELECT named.site_num, named.id, named.label, named.rank FROM named JOIN (
      SELECT q.topic_num, ${askerCount('q')} AS askers FROM question AS q
      WHERE q.site_num IN (SELECT site_num FROM named) AND q.topic_num IN (SELECT num FROM named)
        AND ${timeGuard('q')} GROUP BY q.topic_num
    ) AS asked ON asked.topic_num = named.num
    WHERE asked.askers >= ${minAskers} ORDER BY named.rank, named.num LIMIT ${limit}`.execute(db)
  return rows
}
