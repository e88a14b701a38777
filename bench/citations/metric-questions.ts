import type { MetricId } from '../../src/features/analytics/metrics.ts'

/**
 * A metric, and the statement that a person would write for it, with the values that its interval rests on. The number
 * is `part`, or `part` divided by `whole`.
 */
export interface MetricQuestion {
  metric: MetricId
  sql: string
}

const COUNTED = `FROM citation_check AS k
  WHERE k.site_num = :site AND k.at >= :from AND k.at < :to AND k.state = 'ok' AND k.is_fake = 0 AND k.branded = 0`
const SOURCES = `FROM citation_check AS k JOIN citation_source AS s ON s.site_num = k.site_num AND s.at = k.at AND s.check_num = k.num
  WHERE k.site_num = :site AND k.at >= :from AND k.at < :to AND k.state = 'ok' AND k.is_fake = 0 AND k.branded = 0`

/** Sums, over the cells of query and engine, the sums over their runs, which the interval of a rate needs. */
const rateByHand = (part: string, whole: string): string => `
  SELECT SUM(p) AS part, SUM(w) AS whole, COUNT(*), SUM(n), SUM(k),
    SUM(CASE WHEN n > 1 THEN n / (n - 1) * (pp - 2 * p / k * pk + p / k * p / k * kk) END),
    SUM(CASE WHEN n > 1 THEN n / (n - 1) * (ww - 2 * w / k * wk + w / k * w / k * kk) END),
    SUM(CASE WHEN n > 1 THEN n / (n - 1) * (w / k * pk - pw - p / k * w / k * kk + p / k * wk) END),
    SUM(CASE WHEN n > 1 THEN w * w / n END), SUM(CASE WHEN n > 1 THEN n - 1 END), SUM(CASE WHEN n = 1 THEN w * w END)
  FROM (SELECT query_num, engine, CAST(COUNT(*) AS REAL) AS n, SUM(k) AS k, SUM(p) AS p, SUM(w) AS w, SUM(p * p) AS pp,
      SUM(p * k) AS pk, SUM(p * w) AS pw, SUM(w * w) AS ww, SUM(w * k) AS wk, SUM(k * k) AS kk
    FROM (SELECT query_num, engine, run_num, CAST(COUNT(*) AS REAL) AS k, ${part} AS p, ${whole} AS w ${COUNTED}
      GROUP BY query_num, engine, run_num HAVING ${whole} > 0)
    GROUP BY query_num, engine)`

const sum = (column: string): string => `SUM(k.${column})`
const known = (column: string): string => `COUNT(k.${column})`
const CHECKS = 'COUNT(*)'

const counted = (metric: MetricId, value: string): MetricQuestion => ({
  metric,
  sql: `SELECT ${value} AS part ${COUNTED}`,
})

const mean = (metric: MetricId, part: string, whole: string): MetricQuestion => ({
  metric,
  sql: `SELECT ${part} AS part, ${whole} AS whole ${COUNTED}`,
})

const rate = (metric: MetricId, part: string, whole: string): MetricQuestion => ({
  metric,
  sql: rateByHand(part, whole),
})

/** Each metric over answers, as a whole. */
export const METRIC_QUESTIONS: readonly MetricQuestion[] = [
  counted('citation_checks', CHECKS),
  rate('citation_rate', sum('is_cited'), CHECKS),
  rate('mention_rate', sum('is_mentioned'), known('is_mentioned')),
  rate('sov_mention', sum('is_mentioned'), sum('brands_mentioned')),
  rate('sov_citation', sum('own_citations'), sum('tracked_citations')),
  rate('source_share', sum('own_citations'), sum('all_citations')),
  rate('recommendation_rate', sum('is_recommended'), known('is_recommended')),
  mean('avg_position', sum('position'), sum('is_cited')),
  mean('prominence', sum('rank_micros / 1000000.0'), CHECKS),
  mean('sentiment_avg', sum('sentiment_milli / 1000.0'), known('sentiment_milli')),
  counted('citations', sum('own_citations')),
  counted('sources', sum('all_citations')),
  {
    metric: 'sources_read',
    sql: `SELECT COUNT(*) AS part ${SOURCES} AND s.role = 'retrieved'`,
  },
]

/** Further questions about many answers, by their path below the API, without a statement to compare with. */
export const DIVIDED_QUESTIONS: readonly {
  name: string
  path: (site: string, days: string) => string
}[] = [
  ['rate by engine', 'metrics=citation_rate&dimensions=engine'],
  ['rate by question', 'metrics=citation_rate&dimensions=query'],
  ['rate by week', 'metrics=citation_rate&dimensions=time:week'],
  ['rate by question, compared', 'metrics=citation_rate&dimensions=query&compare=previous_period'],
  ['sources by domain', 'metrics=sources&dimensions=sourceDomain'],
].map(([name = '', query = '']) => ({
  name,
  path: (site: string, days: string) => `analytics/${site}/ai?${query}&${days}`,
}))

/** Reads over the last 28 days. */
export const READS_OF_A_SITE: typeof DIVIDED_QUESTIONS = [
  { name: 'the monitor of a site', path: (site, days) => `citations/${site}?${days}` },
  { name: 'a page of checks', path: (site, days) => `citations/${site}/checks?limit=100&${days}` },
  { name: 'who wins instead', path: (site, days) => `citations/${site}/sources?limit=100&${days}` },
]
