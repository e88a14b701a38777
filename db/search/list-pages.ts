import { sql } from 'kysely'
import {
  EVENT_KINDS,
  KINDS_OF_DAY,
  ROLLUP_DIMENSIONS,
  dayKind,
  siteDimension,
} from '../facts/kinds.ts'
import type { Db } from '../tables/schema.ts'
import { matchText } from './full-text.ts'

export interface PageListQuery {
  words: readonly string[]
  /** Questions are counted over these local days, half-open. */
  questionDays: { from: number; to: number }
  sort: 'questions' | 'updated' | 'path'
  limit: number
  after: readonly (string | number | null)[] | undefined
}

export interface PageRow {
  id: string
  path: string
  title: string | null
  questions: number
  last_seen_at: number
  key: (string | number | null)[]
}

type SqlRow = Omit<PageRow, 'key'>

/** Pages of a site with their questions, by questions or time of the last event (most first), or by path. */
export async function listPages(db: Db, siteNum: number, query: PageListQuery): Promise<PageRow[]> {
  const { from, to } = query.questionDays
  const words =
    query.words.length === 0
      ? sql``
      : sql`AND p.num IN (SELECT rowid FROM page_text WHERE ${matchText('page_text', '{title path}', siteNum, query.words, 'all')})`
  const column = sql.ref(
    { questions: 'questions', updated: 'last_seen_at', path: 'path' }[query.sort],
  )
  const byPath = query.sort === 'path'
  const keyset = query.after
    ? byPath
      ? sql`WHERE path > ${query.after[0]}`
      : sql`WHERE ${column} < ${query.after[0]} OR (${column} = ${query.after[0]} AND path > ${query.after[1]})`
    : sql``
  const order = byPath ? sql`path ASC` : sql`${column} DESC, path ASC`
  const { rows } = await sql<SqlRow>`
    SELECT * FROM (
      SELECT p.id, p.path, p.title, p.last_seen_at, COALESCE(r.questions, 0) AS questions
      FROM page AS p LEFT JOIN (
        SELECT val, SUM(events) AS questions FROM rollup_dim
        WHERE site_dim = ${siteDimension(siteNum, ROLLUP_DIMENSIONS.path)}
          AND day_kind >= ${dayKind(from, 0)} AND day_kind < ${dayKind(to, 0)}
          AND day_kind % ${sql.lit(KINDS_OF_DAY)} = ${EVENT_KINDS.question}
        GROUP BY val
      ) AS r ON r.val = p.num
      WHERE p.site_num = ${siteNum} ${words}
    ) AS pages ${keyset} ORDER BY ${order} LIMIT ${query.limit}`.execute(db)
  return rows.map((row) => ({ ...row, key: keyOf(row, query.sort) }))
}

function keyOf(row: SqlRow, sort: PageListQuery['sort']): (string | number)[] {
  switch (sort) {
    case 'path':
      return [row.path]
    case 'questions':
      return [row.questions, row.path]
    case 'updated':
      return [row.last_seen_at, row.path]
  }
}
