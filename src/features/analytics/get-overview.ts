import type { SiteDb } from '../../../db/site-db.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { changeCell, shortNumber, Table } from '../../kernel/reads/table.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { RangeInput } from '../../kernel/reads/range.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { legalMetrics } from './legality.ts'
import { comparableValue } from './metric-value.ts'
import { type MetricId, OVERVIEW_METRICS } from './metrics.ts'
import { type AnalyticsQuery, AnalyticsResult, completeQuery } from './query.ts'
import { questionRules } from './query-rules.ts'
import { questionFields } from './question-fields.ts'
import { runQuery } from './run-query.ts'
import { answerFrame } from './ask-site.ts'

interface OverviewQuestion extends RangeInput {
  compare: string
  filters?: AnalyticsQuery['filters']
}

/** Every metric that the filters allow, over one range; more of them than one query may name. */
export async function readOverview(
  { app }: Pick<OrgContext, 'app'>,
  site: SiteDb,
  { range, from, to, compare, filters = [] }: OverviewQuestion,
  minAskers = MIN_ASKERS,
) {
  const legal = new Set<MetricId>(legalMetrics([], filters))
  const metrics = OVERVIEW_METRICS.filter((id) => legal.has(id))
  const query = completeQuery({ range, from, to, compare, filters, metrics })
  const { result } = await runQuery(site, query, {
    now: app.now(),
    cursors: app.cursors,
    minAskers,
  })
  const left = OVERVIEW_METRICS.filter((id) => !legal.has(id))
  const notes = left.length === 0 ? [] : [`left out, for these filters: ${left.join(', ')}`]
  return { metrics, result: { ...result, notes: [...result.notes, ...notes] } }
}

/** GET /analytics/:siteId/overview and get_overview: every metric over a range, beside the range that it is compared with. */
export const getOverview = defineSiteRead({
  name: 'analytics.readOverview',
  summary: 'Every metric of one site, with the change against the period before',
  anyOf: ['analytics:read'],
  path: '/analytics/:siteId/overview',
  fields: questionFields,
  rules: questionRules,
  read: ({ ctx, site, minAskers }, input) => readOverview(ctx, site, input, minAskers),
  answer: AnalyticsResult,
  toAnswer: ({ result }) => result,
  toolAnswer: Table,
  toToolAnswer({ metrics, result }, { site }) {
    const { totals, intervals, comparison } = result
    const rows = metrics.map((id) => {
      const value = totals[id] ?? null
      const [low, high] = intervals[id]?.ci95 ?? [null, null]
      const numbers = [value, low, high].map(shortNumber)
      if (!comparison) return [id, ...numbers]
      const before = comparison.totals[id] ?? null
      const verdict = comparison.verdicts[id] ?? null
      const change = changeCell(value, comparableValue(id, before, comparison.scale), verdict)
      return [id, ...numbers, shortNumber(before), change, verdict]
    })
    return {
      ...answerFrame(site, result),
      columns: [
        'metric',
        'value',
        'ci95_low',
        'ci95_high',
        ...(comparison ? ['previous', 'change_pct', 'verdict'] : []),
      ],
      rows,
      nextCursor: null,
    }
  },
})
