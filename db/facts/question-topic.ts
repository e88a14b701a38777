import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

// A question points to its wording, and a wording to its topic, which may have become part of another one. A change of
// one of these two pointers changes the topic of all questions, no matter when they were asked, at one moment for each
// reader.

/**
 * Joins that add to rows of `question` as `q` their wordings as `w`, and the topics of these as `own`, which
 * `TOPIC_NUM` needs.
 */
export const WITH_TOPIC: Sql = sql`LEFT JOIN wording AS w ON w.num = q.wording_num
  LEFT JOIN topic AS own ON own.num = CASE WHEN q.wording_num = 0 THEN q.topic_num ELSE w.topic_num END`

/**
 * SQL for the number of the topic of a row that is joined `WITH_TOPIC`: of the topic that its own has become part of,
 * if any; null where it has none.
 */
export const TOPIC_NUM: Sql = sql`CASE WHEN own.part_of = 0 THEN own.num ELSE own.part_of END`

/** A join that adds to rows that are joined `WITH_TOPIC` the topic of `TOPIC_NUM`, as `named`. */
export const WITH_NAME: Sql = sql`LEFT JOIN topic AS named ON named.num = ${TOPIC_NUM}`

/** Columns that are equal for questions `q` with the same words, by which such questions are grouped as one. */
export const WORDS: Sql = sql`q.wording_num, q.text_hash`

/** Returns a SELECT of the numbers of a topic and of those that have become part of it; `num` may be a column. */
export const partsOf = (num: Sql): Sql =>
  sql`SELECT part.num FROM topic AS part WHERE part.num = ${num} OR part.part_of = ${num}`

/** Returns a condition that holds for questions `q` of one topic, without a join. */
export const isOfTopic = (topicNum: number): Sql => {
  const parts = partsOf(sql`${topicNum}`)
  return sql`(q.wording_num IN (SELECT num FROM wording WHERE topic_num IN (${parts})) OR (q.wording_num = 0 AND q.topic_num IN (${parts})))`
}

/**
 * SQL for the time when a topic `t` was asked about for the first time, in any of its wordings. While some questions of
 * the site have no wording yet, it is the time when the topic began.
 */
export const FIRST_ASKED: RawBuilder<number> = sql<number>`CASE
  WHEN EXISTS (SELECT 1 FROM question AS late WHERE late.site_num = t.site_num AND late.wording_num = 0) THEN t.first_seen_at
  ELSE COALESCE((SELECT MIN(first_at) FROM wording WHERE topic_num IN (${partsOf(sql`t.num`)})), t.first_seen_at) END`
