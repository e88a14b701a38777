import * as z from 'zod'
import { FACT_OPERATORS } from '../../../db/facts/fact-query.ts'
import { isOfSource } from '../../../db/facts/check-dimensions.ts'
import { CHECK_VERDICTS } from '../../domain/statistics/paired-change.ts'
import { VERDICTS } from '../../domain/verdicts/verdict.ts'
import { COMPARE_WORDS, RANGE_NAMES } from '../../kernel/reads/range.ts'
import { NOT_MEASURED } from '../../kernel/names/not-measured.ts'
import { defineSiteRead } from '../../kernel/reads/define-site-read.ts'
import { Table, type Cell } from '../../kernel/reads/table.ts'
import { dayToIso, zoneIso } from '../../lib/time/zone.ts'
import { dataFreshness } from './data-freshness.ts'
import { DIMENSION_IDS, DIMENSIONS, TIME_DIMENSIONS } from './dimensions.ts'
import { figuresOfSite, figureWords, VerdictFigures } from './verdict-figures.ts'
import { isCheckMetric, isLegal, legalDimensions } from './legality.ts'
import { METRIC_IDS, metricOf } from './metrics.ts'

const Names = z.array(z.string())

const ALL = TIME_DIMENSIONS.length + DIMENSION_IDS.length
const EVERYWHERE = new Set<string>([
  ...TIME_DIMENSIONS,
  ...DIMENSION_IDS.filter((id) => DIMENSIONS[id].kinds.length === 0),
])

const ON_CHECKS = DIMENSION_IDS.filter((id) => isLegal('citation_rate', id))

const VERDICT_MEANING = 'unusual: beyond the past changes of this site; see docs/verdicts.md'

const PAIR_VERDICTS = CHECK_VERDICTS.filter((one) => one !== 'not_comparable')
const PAIR_MEANING = 'beyond chance: paired by question, of what both ranges measured alike'

/** GET /analytics/:siteId/describe and describe_data: what can be asked, and of which days. */
export const describeData = defineSiteRead({
  name: 'analytics.readDescription',
  summary: 'Metrics, dimensions and ranges with their meaning, and what data a site has',
  anyOf: ['analytics:read'],
  withoutWords: true,
  path: '/analytics/:siteId/describe',
  fields: {},
  read: async ({ site, now }) => ({
    ...(await site.dataSpan()),
    figures: await figuresOfSite(site, now),
  }),
  answer: z.object({
    siteId: z.string(),
    timezone: z.string(),
    firstDay: z.string().nullable().describe('First local day with an event'),
    dataFreshness: z.string().nullable().describe('Time of the newest event'),
    metrics: z.array(
      z.object({
        id: z.string(),
        unit: z.enum(['count', 'ratio', 'mean']),
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
    verdicts: Names.describe(VERDICT_MEANING),
    verdictFigures: VerdictFigures,
    notMeasured: z
      .array(z.object({ what: z.string(), nearest: z.string() }))
      .describe('What is not counted here, with what comes nearest'),
  }),
  async toAnswer({ firstDay, figures }, { site }) {
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
      verdicts: [...VERDICTS, ...PAIR_VERDICTS],
      verdictFigures: figures,
      notMeasured: NOT_MEASURED.map(({ what, nearest }) => ({ what, nearest })),
    }
  },
  toolAnswer: Table,
  toToolAnswer({ firstDay, lastEventAt, figures }, { site: { row } }) {
    const first = firstDay === undefined ? 'no events yet' : dayToIso(firstDay)
    const last = lastEventAt === undefined ? '' : ` to ${zoneIso(row.timezone, lastEventAt)}`
    return {
      site: row.domain,
      columns: ['kind', 'name', ...FIELDS],
      rows: [
        described('site', row.domain, { meaning: `${first}${last}, days of ${row.timezone}` }),
        ...METRIC_IDS.map((id) =>
          described('metric', id, { ...metricOf(id), use_with: shortList(id) }),
        ),
        ...TIME_DIMENSIONS.map((id) =>
          described('dimension', id, { meaning: 'Time, in the site’s zone' }),
        ),
        ...DIMENSION_IDS.map((id) =>
          described('dimension', id, { ...DIMENSIONS[id], use_with: kindsOf(id) }),
        ),
        ...(figures
          ? [described('verdicts', 'how often right', { meaning: figureWords(figures) })]
          : []),
        ...WORDS.map(([kind, words, meaning]) => described(kind, words.join(' '), { meaning })),
        ...NOT_MEASURED.map(({ what, nearest }) =>
          described('not measured here', what, { meaning: `nearest: ${nearest}` }),
        ),
      ],
      nextCursor: null,
    }
  },
})

/** The words that arguments of queries take, other than the names of metrics and dimensions: name, words and a hint. */
const WORDS = [
  ['ranges', RANGE_NAMES, 'or 14d, YYYY-MM, YYYY-MM-DD..YYYY-MM-DD'],
  ['compare', COMPARE_WORDS, 'or any range'],
  ['filter ops', FACT_OPERATORS, 'values: any of them; (none) is absence'],
  ['verdicts', VERDICTS, VERDICT_MEANING],
  ['verdicts on checks', PAIR_VERDICTS, PAIR_MEANING],
] as const

const FIELDS = ['meaning', 'unit', 'formula', 'source', 'use_with'] as const

const described = (
  kind: string,
  name: string,
  fields: Partial<Record<(typeof FIELDS)[number], string>>,
): Cell[] => [kind, name, ...FIELDS.map((field) => fields[field] ?? '')]

/**
 * Returns the dimensions that go with a metric, in few words: `all`, `common` or `check` stand for the sets of
 * dimensions that most metrics go with.
 */
function shortList(id: (typeof METRIC_IDS)[number]): string {
  const legal = legalDimensions(id)
  if (legal.length === ALL) return 'all'
  if (isCheckMetric(id)) {
    const others = DIMENSION_IDS.filter((one) => isLegal(id, one) && !ON_CHECKS.includes(one))
    return ['time:*', 'check', ...others].join(' ')
  }
  const isCommon = [...EVERYWHERE].every((name) => legal.some((one) => one === name))
  const more = legal.filter((name) => !EVERYWHERE.has(name))
  if (isCommon) return ['common', ...more].join(' ')
  return legal.join(' ')
}

function kindsOf(id: (typeof DIMENSION_IDS)[number]): string {
  if (isOfSource(id)) return 'only sources'
  if (id === 'engine') return 'common check'
  const { kinds } = DIMENSIONS[id]
  return kinds.length === 0 ? 'common' : `only ${kinds.join(' ')}`
}
