import * as z from 'zod'
import { FACT_OPERATORS } from '../../../db/facts/fact-query.ts'
import { CHANGE_VERDICTS } from '../../domain/statistics/judge-change.ts'
import { notFound } from '../../kernel/errors.ts'
import { PathId } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { COMPARE_WORDS, RANGE_NAMES } from '../../kernel/range.ts'
import { dayToIso } from '../../lib/time/zone.ts'
import { dataFreshness } from './data-freshness.ts'
import { DIMENSION_IDS, DIMENSIONS, TIME_DIMENSIONS } from './dimensions.ts'
import { legalDimensions } from './legality.ts'
import { METRIC_IDS, metricOf } from './metrics.ts'

const Names = z.array(z.string())

/** GET /analytics/:siteId/describe: what can be asked, and of which days. */
export const readSiteDescription = defineOperation({
  name: 'analytics.readDescription',
  summary: 'Metrics, dimensions and ranges with their meaning, and what data a site has',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  http: { surface: 'api', method: 'get', path: '/analytics/:siteId/describe' },
  input: z.strictObject({ siteId: PathId }),
  output: z.object({
    siteId: z.string(),
    timezone: z.string(),
    firstDay: z.string().nullable().describe('First local day with an event'),
    dataFreshness: z.string().nullable().describe('Time of the newest event'),
    metrics: z.array(
      z.object({
        id: z.string(),
        unit: z.enum(['count', 'ratio']),
        meaning: z.string(),
        formula: z.string(),
        source: z.string(),
        dimensions: Names.describe('That it can be grouped and filtered by'),
      }),
    ),
    dimensions: z.array(
      z.object({
        id: z.string(),
        meaning: z.string(),
        kinds: Names.describe('Kinds of event that have it; empty: all'),
        isUntrusted: z.boolean().describe('True when visitors or pages wrote its values'),
      }),
    ),
    ranges: Names.describe('Also 14d, YYYY-MM and YYYY-MM-DD..YYYY-MM-DD'),
    compare: Names.describe('Or any range'),
    operators: Names.describe('Of filters; (none) as a value is absence'),
    verdicts: Names.describe('moved: 95 % intervals do not touch'),
  }),
  async handler({ db }, { siteId }) {
    const site = await db.sites.find(siteId)
    if (!site) throw notFound('site')
    const { firstDay } = await site.dataSpan()
    return {
      siteId: site.row.id,
      timezone: site.row.rollup_timezone,
      firstDay: firstDay === undefined ? null : dayToIso(firstDay),
      dataFreshness: await dataFreshness(site),
      metrics: METRIC_IDS.map((id) => {
        const { unit, meaning, formula, source } = metricOf(id)
        return { id, unit, meaning, formula, source, dimensions: legalDimensions(id) }
      }),
      dimensions: [
        ...TIME_DIMENSIONS.map((id) => ({
          id,
          meaning: 'Time, in the site’s zone',
          kinds: [],
          isUntrusted: false,
        })),
        ...DIMENSION_IDS.map((id) => {
          const { meaning, kinds, isForeign = false } = DIMENSIONS[id]
          return { id, meaning, kinds: [...kinds], isUntrusted: isForeign }
        }),
      ],
      ranges: [...RANGE_NAMES],
      compare: [...COMPARE_WORDS],
      operators: [...FACT_OPERATORS],
      verdicts: [...CHANGE_VERDICTS],
    }
  },
})
