import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { eventColumn, type Operators } from '../facts/dimensions.ts'
import { EVENTS_WITH_VISITS } from '../facts/event-table.ts'
import type { OffsetSegment } from '../../src/lib/time/zone.ts'
import type { FactCondition } from '../facts/fact-query.ts'
import { conditionSql } from '../facts/filters.ts'
import { EVENT_KINDS, type EventKind } from '../../src/domain/events/event-kinds.ts'
import { timeGuard } from '../facts/time-guard.ts'
import {
  questionConditions,
  QUESTION_ROWS,
  type QuestionFilter,
} from '../search/question-conditions.ts'
import type { Db } from '../tables/schema.ts'
import type {
  ColumnCase,
  ExportPage,
  ExportPageOptions,
  ExportedRowKind,
  ExportFormat,
} from './export-format.ts'

type Sql = RawBuilder<unknown>

export interface ExportQuery {
  form: ExportedRowKind
  format: ExportFormat
  columns: ColumnCase
  instants: { fromMs: number; toMs: number }
  segments: readonly OffsetSegment[]
  /** The kinds of events that are wanted; an empty list means all. */
  kinds: readonly EventKind[]
  filters: readonly FactCondition[]
  operators: Operators
  /** The filter of questions; undefined for all. */
  questions: QuestionFilter | undefined
  /** The row that the export begins behind; null for the first row of the site. */
  after: { at: number; seq: number } | null
  /** The largest number of rows to export; undefined for all. */
  limit: number | undefined
  /** The name of the site, which each row shows in a file of several sites. */
  site?: string | undefined
}

/** A function that runs a statement in a reading thread, and returns the bytes of its rows. */
export type ReadExportPage = (query: CompiledQuery, form: ExportPageOptions) => Promise<ExportPage>

/**
 * The rows that one statement reads: few enough that it does not occupy a thread, or keep the log from being emptied,
 * for long.
 */
const PAGE_ROWS = 1_000

/**
 * Yields the rows of a file in the order of time, page by page. Each page is a statement of its own, which begins
 * behind the last row of the page before, and is read while the caller sends that page.
 */
export async function* exportRows(
  db: Db,
  readPage: ReadExportPage,
  siteNum: number,
  query: ExportQuery,
): AsyncGenerator<ExportPage> {
  const read = (after: ExportQuery['after'], left: number): Promise<ExportPage> => {
    const limit = Math.min(PAGE_ROWS, left)
    const { form, format, columns, segments, site } = query
    const compiled = rowsOf(siteNum, { ...query, after }, limit).compile(db)
    return readPage(compiled, { form, format, columns, segments, site })
  }
  let left = query.limit ?? Number.MAX_SAFE_INTEGER
  let next: Promise<ExportPage> | undefined = read(query.after, left)
  while (next) {
    const page: ExportPage = await next
    const isFull = page.rows === Math.min(PAGE_ROWS, left)
    left -= page.rows
    next = isFull && left > 0 && page.last ? read(page.last, left) : undefined
    // A caller may leave between two pages, and then no one awaits `next`: its rejection must not stay unhandled.
    next?.catch(() => undefined)
    if (page.rows > 0) yield page
  }
}

/** Counts the rows of an export, and stops at `max`. */
export async function countExportedRows(
  db: Db,
  siteNum: number,
  query: ExportQuery,
  max: number,
): Promise<number> {
  const all = rowsOf(siteNum, { ...query, after: null }, max)
  const counted = sql<{ count: number | string }>`SELECT COUNT(*) AS count FROM (${all}) AS counted`
  const { rows } = await counted.execute(db)
  return Number(rows[0]?.count ?? 0)
}

const rowsOf = (siteNum: number, query: ExportQuery, limit: number): Sql =>
  query.form === 'events' ? eventRows(siteNum, query, limit) : questionRows(siteNum, query, limit)

function eventRows(siteNum: number, query: ExportQuery, limit: number): Sql {
  const scope = {
    ...query,
    siteNum,
    minAskers: 1,
    namingRanges: () => [],
    columnOf: ({ dimension }: { dimension: Parameters<typeof eventColumn>[0] }) =>
      eventColumn(dimension, () => query.segments, 'row'),
  }
  const kinds = query.kinds.map((kind) => sql.lit(EVENT_KINDS[kind]))
  const conditions = [
    ...rangeConditions('e', siteNum, query),
    ...(kinds.length > 0 ? [sql`e.kind IN (${sql.join(kinds)})`] : []),
    ...query.filters.map((filter) => conditionSql(filter, scope)),
    timeGuard('e'),
  ]
  return sql`SELECT e.at, e.seq, e.kind, e.page_num, e.engine, e.visit_referrer, e.country, e.device, e.visit_channel, e.facet,
      e.visit_entry, e.visit_arrival, e.visit_campaign
    FROM ${EVENTS_WITH_VISITS} AS e WHERE ${sql.join(conditions, sql` AND `)} ORDER BY e.at, e.seq LIMIT ${limit}`
}

function questionRows(siteNum: number, query: ExportQuery, limit: number): Sql {
  const narrowed = query.questions ? questionConditions(siteNum, query.questions) : []
  const source = narrowed.length === 0 ? sql`question AS q` : QUESTION_ROWS
  const conditions = [...rangeConditions('q', siteNum, query), ...narrowed]
  return sql`SELECT q.at, q.seq, q.page_num, q.engine, q.text
    FROM ${source} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY q.at, q.seq LIMIT ${limit}`
}

function rangeConditions(alias: string, siteNum: number, { instants, after }: ExportQuery): Sql[] {
  const [at, seq] = [sql.ref(`${alias}.at`), sql.ref(`${alias}.seq`)]
  const from = Math.max(instants.fromMs, after?.at ?? instants.fromMs)
  return [
    sql`${sql.ref(`${alias}.site_num`)} = ${siteNum} AND ${at} >= ${from} AND ${at} < ${instants.toMs}`,
    ...(after ? [sql`(${at} > ${after.at} OR ${seq} > ${after.seq})`] : []),
  ]
}
