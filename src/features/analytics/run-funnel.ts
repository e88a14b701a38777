import * as z from 'zod'
import { wilsonInterval } from '../../domain/statistics/intervals.ts'
import { shortNumber, Table } from '../../kernel/reads/table.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { dataFreshness } from './data-freshness.ts'
import { isForeign } from './dimensions.ts'
import { AnalyticsResult } from './query.ts'
import { plainFields } from './question-fields.ts'
import {
  FUNNEL_SPLITS,
  FUNNEL_STEPS,
  funnelRules,
  partOfReaders,
  readFunnel,
} from './read-funnel.ts'

const { compare: _, ...question } = plainFields

/** The result of a funnel. Its rows are the steps in their order, without a total and a compared range. */
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

/** GET /analytics/:siteId/funnel and run_funnel: how many readers of a day go from one step to the next. */
export const getFunnel = defineSiteRead({
  name: 'analytics.readFunnel',
  summary: 'Readers of one site who go from one step to the next',
  anyOf: ['analytics:read'],
  withoutWords: true,
  path: '/analytics/:siteId/funnel',
  fields: {
    ...question,
    steps: z
      .array(z.enum(FUNNEL_STEPS))
      .min(2)
      .max(5)
      .default(['impression', 'ai_click', 'referral'])
      .describe('In order'),
    dimensions: z
      .array(z.enum(FUNNEL_SPLITS))
      .max(1)
      .default([])
      .describe('A funnel for each value, of the first step'),
  },
  rules: funnelRules,
  async read({ site, now, minAskers }, asked) {
    return { asked, ...(await readFunnel(site, asked, { now, minAskers })) }
  },
  answer: FunnelResult,
  async toAnswer({ asked, ...funnel }, { site }) {
    const [splitBy] = asked.dimensions
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
      query: { ...asked, filters: funnel.filters },
      range: formatRange(funnel.range),
      timezone: site.row.rollup_timezone,
      rowCount: rows.length,
      truncated: funnel.left > 0,
      notes: funnel.notes,
      dataFreshness: await dataFreshness(site),
    }
  },
  toolAnswer: Table,
  toToolAnswer({ asked, range, steps, notes }, { site }) {
    const [splitBy] = asked.dimensions
    return {
      site: site.row.domain,
      range: { ...formatRange(range), timezone: site.row.rollup_timezone },
      columns: [
        ...(splitBy ? [splitBy] : []),
        'step',
        'readers',
        'from_previous',
        'ci95_low',
        'ci95_high',
        'from_first',
        'lost',
      ],
      rows: steps.map(({ value, step, readers, before, first }) => {
        const [low, high] =
          before === null ? [null, null] : (wilsonInterval(readers, before) ?? [null, null])
        const row = [
          step,
          readers,
          before === null ? null : partOfReaders(readers, before),
          low,
          high,
          partOfReaders(readers, first),
          before === null ? null : before - readers,
        ]
        return [...(splitBy ? [value] : []), ...row.map(shortNumber)]
      }),
      untrusted: splitBy && isForeign(splitBy) ? [splitBy] : [],
      notes,
      nextCursor: null,
    }
  },
})

const intervalOf = (numerator: number, denominator: number) => ({
  numerator,
  denominator,
  ci95: wilsonInterval(numerator, denominator),
})
