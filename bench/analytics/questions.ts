import type { DuckDBConnection } from '@duckdb/node-api'
import type { SiteDb } from '../../db/site-db.ts'
import { searchWords } from '../../db/search/full-text.ts'
import { AnalyticsQuery } from '../../src/features/analytics/query.ts'
import { runQuery, type QueryServices } from '../../src/features/analytics/run-query.ts'

const DAY_MS = 86_400_000

export interface BenchSite {
  db: SiteDb
  num: number
  /** Midnight after the last day, UTC. */
  endMs: number
  services: QueryServices
}

/** Product and DuckDB are asked the same question; their rows are compared before anything is timed. */
export interface BenchQuestion {
  name: string
  /** True where the question reads rollups; the limits are for those. */
  isRollup: boolean
  /** Overview, series and engines are held to the strictest limit. */
  isHeadline?: true
  citable: (site: BenchSite) => Promise<unknown[]>
  duck: (site: BenchSite) => string
}

const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const since = (endMs: number, days: number): number => endMs - days * DAY_MS

async function ask(site: BenchSite, days: number, query: Record<string, unknown>) {
  const range = `${iso(since(site.endMs, days))}..${iso(site.endMs - DAY_MS)}`
  return (
    await runQuery(site.db, AnalyticsQuery.parse({ range, fill: 'none', ...query }), site.services)
  ).result
}

const rows = async (
  site: BenchSite,
  days: number,
  query: Record<string, unknown>,
): Promise<unknown[]> => (await ask(site, days, query)).rows

const count = (kind: number): string => `COUNT(*) FILTER (WHERE kind = ${kind})`
const inDays = ({ num, endMs }: BenchSite, days: number, before = 0): string =>
  `site_num = ${num} AND "at" >= ${since(endMs, days + before)} AND "at" < ${since(endMs, before)}`
const week = "strftime(DATE '1970-01-01' + (day - (day + 3) % 7)::INTEGER, '%Y-%m-%d')"
const date = "strftime(DATE '1970-01-01' + day::INTEGER, '%Y-%m-%d')"

/** Visitors are daily uniques summed, in both. */
const overview = (site: BenchSite, before: number): string =>
  `SELECT SUM(i), SUM(c), SUM(s), SUM(q), SUM(r), SUM(v) FROM (SELECT day, ${[1, 2, 3, 4, 5].map((kind, i) => `${count(kind)} AS ${'icsqr'[i]}`).join(', ')}, COUNT(DISTINCT visitor) AS v FROM event WHERE ${inDays(site, 28, before)} GROUP BY day)`

const top = (site: BenchSite, days: number, column: string, name: string, kinds: string): string =>
  `SELECT COALESCE(t.${name}, '(none)'), ${kinds} FROM event LEFT JOIN ${name === 'path' ? 'page' : 'term'} AS t ON t.num = ${column} WHERE ${inDays(site, days)} GROUP BY 1 HAVING ${count(2)} > 0 OR ${count(1)} > 0 ORDER BY 2 DESC, 1 LIMIT 25`

const SEEN = `${count(1)}, ${count(2)}`
const CLICKED = count(2)
const seen = { metrics: ['impressions', 'ai_clicks'], limit: 25 }

export const QUESTIONS: readonly BenchQuestion[] = [
  {
    name: 'overview 28 d and before',
    isRollup: true,
    isHeadline: true,
    citable: async (site) => {
      const metrics = [
        'impressions',
        'ai_clicks',
        'shares',
        'questions',
        'ai_referrals',
        'visitors',
      ]
      const { totals, comparison } = await ask(site, 28, { metrics, compare: 'previous_period' })
      return [metrics.map((id) => totals[id]), metrics.map((id) => comparison?.totals[id])]
    },
    duck: (site) => `${overview(site, 0)} UNION ALL ${overview(site, 28)}`,
  },
  {
    name: 'daily series 90 d',
    isRollup: true,
    isHeadline: true,
    citable: (site) =>
      rows(site, 90, { metrics: ['impressions', 'ai_clicks'], dimensions: ['time:day'] }),
    duck: (site) =>
      `SELECT ${date}, ${SEEN} FROM event WHERE ${inDays(site, 90)} GROUP BY 1 ORDER BY 1`,
  },
  {
    name: 'weekly series 12 mo',
    isRollup: true,
    citable: (site) =>
      rows(site, 364, { metrics: ['impressions', 'ai_clicks'], dimensions: ['time:week'] }),
    duck: (site) =>
      `SELECT ${week}, ${SEEN} FROM event WHERE ${inDays(site, 364)} GROUP BY 1 ORDER BY 1`,
  },
  {
    name: 'top pages 30 d',
    isRollup: true,
    citable: (site) => rows(site, 30, { ...seen, dimensions: ['path'] }),
    duck: (site) => top(site, 30, 'page_num', 'path', SEEN),
  },
  {
    // As above, except that the comparison is judged by half a year of days.
    name: 'top pages 30 d and before',
    isRollup: true,
    citable: (site) =>
      rows(site, 30, { ...seen, dimensions: ['path'], compare: 'previous_period' }),
    duck: (site) => top(site, 30, 'page_num', 'path', SEEN),
  },
  {
    name: 'engines 30 d',
    isRollup: true,
    isHeadline: true,
    citable: (site) =>
      rows(site, 30, { metrics: ['ai_clicks'], dimensions: ['engine'], limit: 25 }),
    duck: (site) =>
      `SELECT COALESCE(t.value, '(none)'), ${CLICKED} FROM event LEFT JOIN term AS t ON t.num = engine WHERE ${inDays(site, 30)} AND kind = 2 GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 25`,
  },
  {
    name: 'top referrers 30 d',
    isRollup: true,
    citable: (site) => rows(site, 30, { ...seen, dimensions: ['referrer'] }),
    duck: (site) => top(site, 30, 'referrer', 'value', SEEN),
  },
  {
    name: 'countries 30 d',
    isRollup: true,
    citable: (site) => rows(site, 30, { ...seen, dimensions: ['country'] }),
    duck: (site) => top(site, 30, 'country', 'value', SEEN),
  },
  {
    name: 'visitors by day 28 d',
    isRollup: true,
    citable: (site) => rows(site, 28, { metrics: ['visitors'], dimensions: ['time:day'] }),
    duck: (site) =>
      `SELECT ${date}, COUNT(DISTINCT visitor) FROM event WHERE ${inDays(site, 28)} GROUP BY 1 ORDER BY 1`,
  },
  {
    name: 'newest 50 questions',
    isRollup: false,
    citable: async (site) => {
      const found = await site.db.questions.list({
        ...lists,
        fromMs: since(site.endMs, 28),
        toMs: site.endMs,
      })
      return found.map(({ at, text }) => [at, text])
    },
    duck: (site) =>
      `SELECT q."at", q.text FROM question AS q LEFT JOIN page AS p ON p.num = q.page_num LEFT JOIN term AS t ON t.num = q.engine WHERE ${inDays(site, 28)} ORDER BY q."at" DESC, q.num DESC LIMIT 50`,
  },
  {
    name: 'questions with two words',
    isRollup: false,
    citable: async (site) => {
      const words = searchWords('kelp anchor')
      const found = await site.db.questions.list({
        ...lists,
        words,
        fromMs: since(site.endMs, 364),
        toMs: site.endMs,
      })
      return found.map(({ at, text }) => [at, text])
    },
    duck: (site) =>
      `SELECT q."at", q.text FROM question AS q LEFT JOIN page AS p ON p.num = q.page_num LEFT JOIN term AS t ON t.num = q.engine WHERE ${inDays(site, 364)} AND q.text ILIKE '%kelp%' AND q.text ILIKE '%anchor%' ORDER BY q."at" DESC, q.num DESC LIMIT 50`,
  },
]

const lists = {
  path: undefined,
  engines: [],
  words: [] as string[],
  sort: 'recent' as const,
  limit: 50,
  after: undefined,
}

/** Returns rows of plain numbers and texts, so that both sides can be compared. */
export async function askDuck(connection: DuckDBConnection, query: string): Promise<unknown[]> {
  const reader = await connection.runAndReadAll(query)
  return reader
    .getRows()
    .map((row) =>
      row.map((cell) =>
        typeof cell === 'bigint' || (cell !== null && typeof cell === 'object')
          ? Number(cell.toString())
          : cell,
      ),
    )
}
