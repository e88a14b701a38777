import { sql, type RawBuilder } from 'kysely'
import { EVENT_KINDS, ROLLUP_DIMENSIONS } from '../../src/domain/events/event-kinds.ts'
import { dayKind, kindOfKey, siteDimension } from '../facts/rollup-keys.ts'
import { timeGuardBy } from '../facts/time-guard.ts'
import {
  FINDINGS_PREFIX,
  letterPlace,
  LOST_LETTERS,
} from '../../src/domain/ai-score/page-findings.ts'
import type { CheckId } from '../../src/domain/ai-score/rubric.ts'
import type { PageIssue } from '../../src/domain/page/page-issues.ts'
import type { PageRecord } from '../../src/domain/page/page-record.ts'
import { beginsWith, matchesPathPattern } from '../begins-with.ts'
import { jsonListHas, jsonText } from '../forms.ts'
import type { Db } from '../tables/schema.ts'
import { toSearchTerm } from './full-text.ts'
import { wordHits } from './text-index.ts'

export interface PageListQuery {
  words: readonly string[]
  /** The state in which the last scan saw the pages; `unknown` selects pages that no scan has seen. */
  state?: string | undefined
  type?: string | undefined
  tag?: string | undefined
  /** The path of the pages, in which `*` stands for any characters. */
  path?: string | undefined
  /** The state of the pages' prompts; `none` selects pages without a prompt. */
  prompt?: string | undefined
  /** The fault that a scan found on the pages: an issue of the record, or a check of the score that lost points. */
  finding?: { issue: PageIssue } | { check: CheckId } | undefined
  /** The local days over which questions are counted, half-open. */
  questionDays: { from: number; to: number }
  sort: 'questions' | 'updated' | 'path' | 'score'
  limit: number
  after: readonly (string | number | null)[] | undefined
}

export interface PageRow {
  id: string
  path: string
  title: string | null
  questions: number
  last_seen_at: number
  /** The state in which the last scan saw the page; null for a page that no scan has seen. */
  state: string | null
  /** The type of the page; null until it is analysed. */
  type: string | null
  /** The score from 0 to 100; null for a page without one. */
  score: number | null
  /** The state of the page's prompt; null for a page without a prompt. */
  prompt: string | null
  /** JSON of the findings that the score is counted from; null for a page without a score. */
  findings: string | null
  key: (string | number | null)[]
}

interface SqlRow extends Omit<PageRow, 'key'> {
  rank: number
}

/** The rank of pages without a score, which sorts them behind every score, since scores end at 100. */
const NO_SCORE = 101

/**
 * Returns pages of a site with the number of their questions. They are sorted by questions or by the time of the last
 * event, highest first; by score, lowest first and pages without one last; or by path.
 */
export async function selectPages(
  db: Db,
  siteNum: number,
  query: PageListQuery,
): Promise<PageRow[]> {
  const { from, to } = query.questionDays
  const column = COLUMNS[query.sort]
  const order = orderOf(query.sort, column)
  // Records and prompts are looked up for the rows that are returned, not for all that are sorted.
  const { rows } = await sql<SqlRow>`
    SELECT pages.id, pages.path, pages.title, pages.last_seen_at, pages.questions, pages.rank,
      (SELECT score FROM page_record WHERE page_num = pages.num) AS score,
      (SELECT state FROM page_record WHERE page_num = pages.num) AS state,
      (SELECT findings FROM page_record WHERE page_num = pages.num) AS findings,
      (SELECT state FROM prompt WHERE page_num = pages.num) AS prompt,
      ${typeOf(sql`pages.num`)} AS type
    FROM (
      SELECT * FROM (
        SELECT p.num, p.id, p.path, p.title, p.last_seen_at, COALESCE(r.questions, 0) AS questions, ${rankOf(query)} AS rank
        FROM page AS p LEFT JOIN (
          SELECT val, SUM(events) AS questions FROM rollup_dim
          WHERE site_dim = ${siteDimension(siteNum, ROLLUP_DIMENSIONS.path)}
            AND day_kind >= ${dayKind(from, 0)} AND day_kind < ${dayKind(to, 0)}
            AND ${kindOfKey(sql`day_kind`)} = ${EVENT_KINDS.question}
            AND ${timeGuardBy(sql`val`)}
          GROUP BY val
        ) AS r ON r.val = p.num
        WHERE p.site_num = ${siteNum} AND ${timeGuardBy(sql`p.num`)} ${wordsOf(siteNum, query)} ${filtersOf(siteNum, query)}
      ) AS pages ${keysetOf(query, column)} ORDER BY ${order} LIMIT ${query.limit}
    ) AS pages ORDER BY ${order}`.execute(db)
  return rows.map(({ rank, ...row }) => ({ ...row, key: keyOf({ ...row, rank }, query.sort) }))
}

/**
 * Returns SQL for the type of a page: that of its prompt, which a rule may have decided, or else that of its analysis.
 */
const typeOf = (pageNum: RawBuilder<unknown>): RawBuilder<string | null> => sql`COALESCE(
  (SELECT page_type FROM prompt WHERE page_num = ${pageNum}),
  (SELECT type FROM page_analysis WHERE page_num = ${pageNum}))`

function wordsOf(siteNum: number, { words }: PageListQuery): RawBuilder<unknown> {
  if (words.length === 0) return sql``
  const wanted = { siteNums: [siteNum], terms: words.map(toSearchTerm), mode: 'all' } as const
  return sql`AND p.num IN (SELECT num FROM ${wordHits('page', wanted)})`
}

function filtersOf(
  siteNum: number,
  { state, type, tag, path, prompt, finding }: PageListQuery,
): RawBuilder<unknown> {
  const inState =
    state === undefined
      ? sql``
      : state === 'unknown'
        ? sql`AND NOT EXISTS (SELECT 1 FROM page_record WHERE page_num = p.num)`
        : sql`AND p.num IN (SELECT page_num FROM page_record
            WHERE site_num = ${siteNum} AND state = ${state})`
  const ofType = type === undefined ? sql`` : sql`AND ${typeOf(sql`p.num`)} = ${type}`
  const tagged =
    tag === undefined
      ? sql``
      : sql`AND EXISTS (SELECT 1 FROM prompt
          WHERE prompt.page_num = p.num AND ${jsonListHas(sql.ref('prompt.tags'), tag)})`
  const atPath = path === undefined ? sql`` : sql`AND ${matchesPathPattern(sql`p.path`, path)}`
  return sql`${inState} ${ofType} ${tagged} ${atPath} ${withPrompt(prompt)} ${withFinding(siteNum, finding)}`
}

/** Counts the active pages of a site whose records have an issue. */
export async function countPagesWith(db: Db, siteNum: number, issue: PageIssue): Promise<number> {
  const { rows } = await sql<{ pages: number }>`SELECT COUNT(*) AS pages FROM page_record
    WHERE site_num = ${siteNum} AND state = 'active' AND ${timeGuardBy(sql`page_num`)}
      AND ${jsonListHas(jsonText(sql<PageRecord>`record`, 'issues'), issue)}`.execute(db)
  return rows[0]?.pages ?? 0
}

function withFinding(siteNum: number, finding: PageListQuery['finding']): RawBuilder<unknown> {
  if (finding === undefined) return sql``
  if ('issue' in finding && finding.issue === 'duplicate') {
    return sql`AND p.num IN (SELECT page_num FROM page_record
      WHERE site_num = ${siteNum} AND state = 'duplicate')`
  }
  const holds =
    'issue' in finding
      ? jsonListHas(jsonText(sql<PageRecord>`record`, 'issues'), finding.issue)
      : sql`${beginsWith(sql`findings`, FINDINGS_PREFIX)}
          AND substr(findings, ${sql.lit(letterPlace(finding.check))}, 1) IN (${sql.join(LOST_LETTERS)})`
  return sql`AND p.num IN (SELECT page_num FROM page_record
    WHERE site_num = ${siteNum} AND state = 'active' AND ${holds})`
}

function withPrompt(state: string | undefined): RawBuilder<unknown> {
  if (state === undefined) return sql``
  const own = sql`SELECT 1 FROM prompt WHERE prompt.page_num = p.num`
  return state === 'none'
    ? sql`AND NOT EXISTS (${own})`
    : sql`AND EXISTS (${own} AND prompt.state = ${state})`
}

const COLUMNS = { questions: 'questions', updated: 'last_seen_at', path: 'path', score: 'rank' }

/**
 * Returns SQL for the score by which pages are sorted; 0 where they are sorted otherwise, so that no score is looked
 * up.
 */
const rankOf = ({ sort }: PageListQuery): RawBuilder<number> =>
  sort === 'score'
    ? sql`COALESCE((SELECT score FROM page_record WHERE page_num = p.num), ${sql.lit(NO_SCORE)})`
    : sql`0`

function orderOf(sort: PageListQuery['sort'], column: string): RawBuilder<unknown> {
  if (sort === 'path') return sql`path ASC`
  return sort === 'score'
    ? sql`${sql.ref(column)} ASC, path ASC`
    : sql`${sql.ref(column)} DESC, path ASC`
}

function keysetOf({ sort, after }: PageListQuery, name: string): RawBuilder<unknown> {
  if (!after) return sql``
  if (sort === 'path') return sql`WHERE path > ${after[0]}`
  const column = sql.ref(name)
  const isBehind = sort === 'score' ? sql`${column} > ${after[0]}` : sql`${column} < ${after[0]}`
  return sql`WHERE ${isBehind} OR (${column} = ${after[0]} AND path > ${after[1]})`
}

function keyOf(row: SqlRow, sort: PageListQuery['sort']): (string | number)[] {
  switch (sort) {
    case 'path':
      return [row.path]
    case 'questions':
      return [row.questions, row.path]
    case 'score':
      return [row.rank, row.path]
    case 'updated':
      return [row.last_seen_at, row.path]
  }
}
