import { sql, type RawBuilder } from 'kysely'
import { ASKER_COUNT } from '../facts/asker-count.ts'
import { WITH_NAME, WITH_TOPIC, WORDS } from '../facts/question-topic.ts'
import { timeGuard } from '../facts/time-guard.ts'
import type { Db } from '../tables/schema.ts'
import { questionConditions, QUESTION_ROWS, type QuestionFilter } from './question-conditions.ts'

export interface QuestionListQuery extends QuestionFilter {
  fromMs: number
  toMs: number
  sort: 'recent' | 'frequent'
  /** The number of questions to list for each page, the most asked first; undefined for one list over all pages. */
  perPage?: number | undefined
  /** True to count, in lists by frequency, also the people who asked and the different spellings. */
  countsReaders?: boolean
  limit: number
  after: readonly (string | number | null)[] | undefined
}

export interface QuestionRow {
  at: number
  seq: number
  text: string | null
  engine: string | null
  path: string | null
  /** The first 100 characters of the page's title. */
  title: string | null
  /** The id of the topic that the question is in; null until it is in one. */
  topicId: string | null
  topic: string | null
  /** The number of times that the same text was asked; 1 in lists by time. */
  count: number
  /**
   * The number of people who asked the question, by `ASKER_COUNT`, and of the spellings that it had; 0 unless
   * `countsReaders`.
   */
  readers: number
  spellings: number
  /** The number of the page where the question was asked; 0 where that is not known. */
  pageNum: number
  /** The number of all questions of the page, in lists of each page; else null. */
  ofPage: number | null
  key: (string | number | null)[]
}

/** SQL for the beginning of a page's title, by which people recognise the page; an answer has many of them. */
const TITLE = sql`substr(p.title, 1, 100)`

/** The columns of a question that the lists by time and by frequency both return. */
const TOLD = sql`q.at, q.seq, q.text, q.page_num AS "pageNum", t.value AS engine, p.path AS path, ${TITLE} AS title, named.id AS "topicId", named.label AS topic`

const NOT_COUNTED = sql`0 AS readers, 0 AS spellings`

interface SqlRow extends Omit<QuestionRow, 'key'> {
  num: number
  /** The number of the page, 0 where it is not known, and the place of the question among those of the page. */
  page: number
  place: number
}

/**
 * Returns questions of a site: newest first, most frequent first, or the most frequent of each page, the most asked
 * page first. By frequency, equal texts are one row with the latest time.
 */
export async function selectQuestions(
  db: Db,
  siteNum: number,
  query: QuestionListQuery,
): Promise<QuestionRow[]> {
  const conditions = sql.join(conditionsOf(siteNum, query), sql` AND `)
  const { rows } = await statementOf(conditions, query).execute(db)
  return rows.map(({ num, page, place, ...row }) => ({
    ...row,
    key:
      query.perPage !== undefined
        ? [row.ofPage, page, place]
        : [query.sort === 'recent' ? row.at : row.count, num],
  }))
}

function statementOf(
  conditions: RawBuilder<unknown>,
  query: QuestionListQuery,
): RawBuilder<SqlRow> {
  if (query.perPage !== undefined) return mostFrequentOfPages(conditions, query)
  return query.sort === 'recent'
    ? latestFirst(conditions, query)
    : mostFrequentFirst(conditions, query)
}

function conditionsOf(siteNum: number, query: QuestionListQuery): RawBuilder<unknown>[] {
  return [
    sql`q.site_num = ${siteNum} AND q.at >= ${query.fromMs} AND q.at < ${query.toMs}`,
    timeGuard('q'),
    ...questionConditions(siteNum, query),
  ]
}

function latestFirst(
  conditions: RawBuilder<unknown>,
  { after, limit }: QuestionListQuery,
): RawBuilder<SqlRow> {
  const keyset = after
    ? sql`AND (q.at < ${after[0]} OR (q.at = ${after[0]} AND q.num < ${after[1]}))`
    : sql``
  return sql<SqlRow>`
    SELECT q.num, ${TOLD}, ${NOT_COUNTED}, 1 AS count, NULL AS "ofPage", 0 AS page, 0 AS place
    FROM ${QUESTION_ROWS} ${WITH_TOPIC} ${WITH_NAME} WHERE ${conditions} ${keyset}
    ORDER BY q.at DESC, q.num DESC LIMIT ${limit}`
}

function mostFrequentFirst(
  conditions: RawBuilder<unknown>,
  { after, limit, countsReaders = false }: QuestionListQuery,
): RawBuilder<SqlRow> {
  const readers = countsReaders
    ? sql`${ASKER_COUNT} AS readers, COUNT(DISTINCT q.text) AS spellings`
    : NOT_COUNTED
  const keyset = after
    ? sql`WHERE g.count < ${after[0]} OR (g.count = ${after[0]} AND g.num < ${after[1]})`
    : sql``
  return sql<SqlRow>`
    SELECT g.num, ${TOLD}, g.readers, g.spellings, g.count, NULL AS "ofPage", 0 AS page, 0 AS place
    FROM (SELECT MAX(q.num) AS num, COUNT(*) AS count, ${readers} FROM ${QUESTION_ROWS} WHERE ${conditions} GROUP BY ${WORDS}) AS g
      JOIN question AS q ON q.num = g.num LEFT JOIN page AS p ON p.num = q.page_num LEFT JOIN term AS t ON t.num = q.engine ${WITH_TOPIC} ${WITH_NAME}
    ${keyset} ORDER BY g.count DESC, g.num DESC LIMIT ${limit}`
}

function mostFrequentOfPages(
  conditions: RawBuilder<unknown>,
  { after, limit, perPage }: QuestionListQuery,
): RawBuilder<SqlRow> {
  const [total, page, place] = after ?? []
  const keyset = after
    ? sql`AND (g.total < ${total} OR (g.total = ${total} AND (g.page > ${page} OR (g.page = ${page} AND g.place > ${place}))))`
    : sql``
  return sql<SqlRow>`
    SELECT g.num, ${TOLD}, ${NOT_COUNTED}, g.count,
      g.total AS "ofPage", g.page, g.place
    FROM (SELECT MAX(q.num) AS num, q.page_num AS page, COUNT(*) AS count,
        SUM(COUNT(*)) OVER (PARTITION BY q.page_num) AS total,
        ROW_NUMBER() OVER (PARTITION BY q.page_num ORDER BY COUNT(*) DESC, MAX(q.num) DESC) AS place
      FROM ${QUESTION_ROWS} WHERE ${conditions} GROUP BY q.page_num, ${WORDS}) AS g
      JOIN question AS q ON q.num = g.num LEFT JOIN page AS p ON p.num = q.page_num LEFT JOIN term AS t ON t.num = q.engine ${WITH_TOPIC} ${WITH_NAME}
    WHERE g.place <= ${perPage} ${keyset} ORDER BY g.total DESC, g.page, g.place LIMIT ${limit}`
}
