import * as z from 'zod'
import { FACT_OPERATORS } from '../../../db/facts/fact-query.ts'
import { SiteReference } from '../../kernel/inputs.ts'
import { siteRule } from '../../kernel/site-rules.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { COMPARE_WORDS, RANGE_NAMES } from '../../kernel/range.ts'
import { Table, type Cell } from '../../kernel/table.ts'
import { dayToIso, zoneIso } from '../../lib/time/zone.ts'
import { DIMENSION_IDS, DIMENSIONS, TIME_DIMENSIONS } from './dimensions.ts'
import { legalDimensions } from './legality.ts'
import { METRIC_IDS, metricOf } from './metrics.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { CHANGE_VERDICTS } from '../../domain/statistics/judge-change.ts'

const ALL = TIME_DIMENSIONS.length + DIMENSION_IDS.length
const EVERYWHERE = new Set<string>([
  ...TIME_DIMENSIONS,
  ...DIMENSION_IDS.filter((id) => DIMENSIONS[id].kinds.length === 0),
])

/** Describes what can be asked: a site's first and last day, every metric and dimension with its meaning. */
export const describeData = defineOperation({
  name: 'analytics.describe',
  summary: 'Metrics, dimensions and ranges with their meaning, and what data a site has',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: z.strictObject({ site: SiteReference }),
  output: Table,
  rules: [siteRule],
  async handler({ db }, input) {
    const site = await findSite(db, input.site)
    const { row } = site
    const { firstDay, lastEventAt } = await site.dataSpan()
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
        ...WORDS.map(([kind, words, meaning]) => described(kind, words.join(' '), { meaning })),
      ],
      nextCursor: null,
    }
  },
})

/** What the arguments of queries take besides metrics and dimensions. */
const WORDS = [
  ['ranges', RANGE_NAMES, 'or 14d, YYYY-MM, YYYY-MM-DD..YYYY-MM-DD'],
  ['compare', COMPARE_WORDS, 'or any range'],
  ['filter ops', FACT_OPERATORS, 'values: any of them; (none) is absence'],
  ['verdicts', CHANGE_VERDICTS, 'moved: 95 % intervals do not touch'],
] as const

const FIELDS = ['meaning', 'unit', 'formula', 'source', 'use_with'] as const

const described = (
  kind: string,
  name: string,
  fields: Partial<Record<(typeof FIELDS)[number], string>>,
): Cell[] => [kind, name, ...FIELDS.map((field) => fields[field] ?? '')]

/** Most metrics go with everything that each event has; only the others need words. */
function shortList(id: (typeof METRIC_IDS)[number]): string {
  const legal = legalDimensions(id)
  if (legal.length === ALL) return 'all'
  const isCommon = [...EVERYWHERE].every((name) => legal.some((one) => one === name))
  const more = legal.filter((name) => !EVERYWHERE.has(name))
  if (isCommon) return ['common', ...more].join(' ')
  return legal.join(' ')
}

function kindsOf(id: (typeof DIMENSION_IDS)[number]): string {
  const { kinds } = DIMENSIONS[id]
  return kinds.length === 0 ? 'common' : `only ${kinds.join(' ')}`
}
