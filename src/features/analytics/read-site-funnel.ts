import * as z from 'zod'
import { ANY_ASKERS } from '../../domain/topics/privacy.ts'
import { wilsonInterval } from '../../domain/statistics/intervals.ts'
import { notFound } from '../../kernel/errors.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { dataFreshness } from './data-freshness.ts'
import { AnalyticsResult } from './query.ts'
import { partOfReaders, readFunnel } from './read-funnel.ts'
import { funnelFields } from './run-funnel.ts'
import { plainSiteQuestion } from './site-question.ts'
import { funnelRules } from './read-funnel.ts'

const { compare: _, ...question } = plainSiteQuestion

/** A funnel has no total and no period before: its rows are the steps, in their order. */
const FunnelResult = AnalyticsResult.pick({
  columns: true,
  rows: true,
  rowIntervals: true,
  query: true,
  range: true,
  timezone: true,
  rowCount: true,
  truncated: true,
  notes: true,
  dataFreshness: true,
})

const STEP_COLUMNS = [
  { name: 'step', kind: 'dimension', unit: 'text' },
  { name: 'readers', kind: 'metric', unit: 'count' },
  { name: 'fromPrevious', kind: 'metric', unit: 'ratio' },
  { name: 'fromFirst', kind: 'metric', unit: 'ratio' },
  { name: 'lost', kind: 'metric', unit: 'count' },
] as const

/** GET /analytics/:siteId/funnel: how many readers of a day go from one step to the next. */
export const readSiteFunnel = defineOperation({
  name: 'analytics.readFunnel',
  summary: 'Readers of one site who go from one step to the next',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { surface: 'api', method: 'get', path: '/analytics/:siteId/funnel' },
  input: z.strictObject({ ...question, ...funnelFields }),
  output: FunnelResult,
  rules: funnelRules,
  async handler({ app, db }, { siteId, ...input }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const funnel = await readFunnel(site, input, { now: app.now(), minAskers: ANY_ASKERS })
    const [splitBy] = input.dimensions
    const rows = funnel.steps.map(({ value, step, readers, before, first }) => [
      ...(splitBy ? [value] : []),
      step,
      readers,
      before === null ? null : partOfReaders(readers, before),
      partOfReaders(readers, first),
      before === null ? null : before - readers,
    ])
    return {
      columns: [
        ...(splitBy ? [{ name: splitBy, kind: 'dimension' as const, unit: 'text' as const }] : []),
        ...STEP_COLUMNS,
      ],
      rows,
      rowIntervals: funnel.steps.map(({ readers, before }) =>
        before === null ? {} : { fromPrevious: intervalOf(readers, before) },
      ),
      query: { ...input, filters: funnel.filters },
      range: formatRange(funnel.range),
      timezone: site.row.rollup_timezone,
      rowCount: rows.length,
      truncated: funnel.left > 0,
      notes: funnel.notes,
      dataFreshness: await dataFreshness(site),
    }
  },
})

const intervalOf = (numerator: number, denominator: number) => ({
  numerator,
  denominator,
  ci95: wilsonInterval(numerator, denominator),
})
