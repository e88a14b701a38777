import { sql, type RawBuilder } from 'kysely'
import { matchesPathOrPrefix } from '../begins-with.ts'
import { timeGuard } from '../facts/time-guard.ts'
import type { Db } from '../tables/schema.ts'
import { toSearchTerm } from './full-text.ts'
import { wordHits } from './text-index.ts'

export interface QuestionListQuery {
  fromMs: number
  toMs: number
  /** Exact path, or a prefix when it ends in `*`. */
  path: string | undefined
  engine: string | undefined
  words: readonly string[]
  sort: 'recent' | 'frequent'
  limit: number
  after: readonly (string | number | null)[] | undefined
}

export interface QuestionRow {
  at: number
  seq: number
  text: string | null
  engine: string | null
  path: string | null
  /** The page's title, its first 100 characters. */
  title: string | null
  /** How often the same words were asked; 1 when sorted by time. */
  count: number
  key: (string | number | null)[]
}

/** Enough to know a page by; many rows stand in one answer. */
const TITLE = sql`substr(p.title, 1, 100)`

interface SqlRow extends Omit<QuestionRow, 'key'> {
  num: number
}

/** Questions of a site, newest first or most frequent first (equal texts are one row with its latest asking). */
export async function selectQuestions(
  db: Db,
  siteNum: number,
  query: QuestionListQuery,
): Promise<QuestionRow[]> {
  const conditions = sql.join(conditionsOf(siteNum, query), sql` AND `)
  const from = sql`question AS q LEFT JOIN page AS p ON p.num = q.page_num LEFT JOIN term AS t ON t.num = q.engine`
  const statement =
    query.sort === 'recent'
      ? latestFirst(from, conditions, query)
      : mostFrequentFirst(from, conditions, query)
  const { rows } = await statement.execute(db)
  return rows.map(({ num, ...row }) => ({
    ...row,
    key: query.sort === 'recent' ? [row.at, num] : [row.count, num],
  }))
}

function conditionsOf(siteNum: number, query: QuestionListQuery): RawBuilder<unknown>[] {
  const conditions = [
    sql`q.site_num = ${siteNum} AND q.at >= ${query.fromMs} AND q.at < ${query.toMs}`,
    timeGuard('q'),
  ]
  if (query.path !== undefined) conditions.push(matchesPathOrPrefix(sql`p.path`, query.path))
  if (query.engine !== undefined) conditions.push(sql`t.value = ${query.engine}`)
  if (query.words.length > 0) {
    const wanted = {
      siteNums: [siteNum],
      terms: query.words.map(toSearchTerm),
      mode: 'all',
    } as const
    conditions.push(sql`q.num IN (SELECT num FROM ${wordHits('hit', 'question', wanted)})`)
  }
  return conditions
}

function latestFirst(
  from: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>,
  { after, limit }: QuestionListQuery,
): RawBuilder<SqlRow> {
  const keyset = after
    ? sql`AND (q.at < ${after[0]} OR (q.at = ${after[0]} AND q.num < ${after[1]}))`
    : sql``
  return sql<SqlRow>`
    SELECT q.num, q.at, q.seq, q.text, t.value AS engine, p.path AS path, ${TITLE} AS title, 1 AS count
    FROM ${from} WHERE ${conditions} ${keyset}
    ORDER BY q.at DESC, q.num DESC LIMIT ${limit}`
}

function mostFrequentFirst(
  from: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>,
  { after, limit }: QuestionListQuery,
): RawBuilder<SqlRow> {
  const keyset = after
    ? sql`WHERE g.count < ${after[0]} OR (g.count = ${after[0]} AND g.num < ${after[1]})`
    : sql``
  return sql<SqlRow>`
    SELECT g.num, q.at, q.seq, q.text, t.value AS engine, p.path AS path, ${TITLE} AS title, g.count
    FROM (SELECT MAX(q.num) AS num, COUNT(*) AS count FROM ${from} WHERE ${conditions} GROUP BY q.text_hash) AS g
      JOIN question AS q ON q.num = g.num LEFT JOIN page AS p ON p.num = q.page_num LEFT JOIN term AS t ON t.num = q.engine
    ${keyset} ORDER BY g.count DESC, g.num DESC LIMIT ${limit}`
}
