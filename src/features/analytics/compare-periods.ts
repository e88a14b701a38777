import * as z from 'zod'
import type { FactDimension } from '../../../db/facts/dimensions.ts'
import { rowsWithinBudget } from '../../kernel/token-budget.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { invalidField } from '../../kernel/errors.ts'
import { Cursor, MaxTokens, PageLimit } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { formatRange, type TimeRange } from '../../lib/time/time-range.ts'
import { comparedRange } from '../../kernel/range.ts'
import { Table, type Cell } from '../../kernel/table.ts'
import { comparability } from '../../domain/statistics/comparability.ts'
import { DIMENSION_IDS, isForeign } from './dimensions.ts'
import { driverRows, readDrivers, type Change } from './drivers.ts'
import { isLegal } from './legality.ts'
import { comparableValue, metricValue, sampleOf } from './metric-value.ts'
import { metricOf, type MetricId } from './metrics.ts'
import { planQuery } from './plan-query.ts'
import { MetricName, completeQuery, type AnalyticsFilter } from './query.ts'
import { readTotals, startQueryRun, type QueryRun } from './query-run.ts'
import { changeCell, changeText, shortNumber } from '../../kernel/numbers.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { siteRange } from '../../kernel/site-range.ts'
import { toolArguments } from './tool-query.ts'
import { understandFilters } from './understand-filters.ts'
import { notesOnUnseen } from '../../kernel/names/unseen-values.ts'
import { judgeChange } from '../../domain/statistics/judge-change.ts'

const DEFAULT_DRIVERS: readonly FactDimension[] = ['path', 'engine', 'country', 'device']

const Input = z.strictObject({
  ...toolArguments,
  metrics: z.array(MetricName).length(1, { error: 'Name one metric' }).describe('What changed'),
  dimensions: z.array(z.enum(DIMENSION_IDS)).min(1).max(3).optional().describe('Explain by these'),
  limit: PageLimit.default(8).describe('Rows for each driver'),
  cursor: Cursor,
  maxTokens: MaxTokens,
})

/** Explains the change of a metric as a sum over the values of up to three dimensions, the largest first. */
export const comparePeriods = defineOperation({
  name: 'analytics.comparePeriods',
  summary: 'Why a metric changed: what each page, engine or country did to it',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Table,
  async handler({ app, db }, input) {
    const [metric] = input.metrics
    if (metric === undefined) throw invalidField('metrics', 'required', 'Name one metric')
    const site = await findSite(db, input.site)
    const understood = await understandFilters(site, input.filters)
    const { filters } = understood
    const drivers = driversFor(metric, input.dimensions, filters)
    const query = completeQuery({
      metrics: [metric],
      range: input.range,
      compare: input.compare,
      filters,
    })
    const [zone, now] = [site.row.rollup_timezone, app.now()]
    const range = await siteRange(site, query, now)
    const before = comparedRange(input.compare, range, zone, now)
    if (!before) throw invalidField('compare', 'required', 'Name a range to compare with, not none')
    const plan = planQuery(query, MIN_ASKERS)
    const run = startQueryRun({ site, query, plan, range, zone, now })
    const change = await readChange(run, before, metric)
    const found = await Promise.all(
      drivers.map((dimension) => readDrivers(run, before, dimension, change)),
    )
    const isRatio = metricOf(metric).unit === 'ratio'
    const binding = cursorBinding(`compare_periods ${site.row.id}`, input)
    const from = input.cursor === undefined ? 0 : Number(app.cursors.open(binding, input.cursor)[0])
    const page = fittingPage(input, (values) =>
      [
        ...(from === 0 ? [totalRow(change)] : []),
        ...found.flatMap((one) => driverRows(one, { from, limit: values, change: change.effect })),
      ].map((row) => (isRatio ? row : countRow(row, change.sides.scale)).map(shortNumber)),
    )
    const next = from + page.values
    return {
      site: site.row.domain,
      range: { ...formatRange(range), timezone: zone },
      comparedWith: formatRange(before),
      columns: isRatio
        ? [...COLUMNS, 'rate_effect', 'mix_effect', 'verdict']
        : [...COLUMNS, 'verdict'],
      rows: page.rows,
      untrusted: drivers.some(isForeign) ? ['value'] : [],
      notes: [
        ...understood.notes,
        ...(change.value || change.valueBefore ? [] : await notesOnUnseen(site, filters)),
        describeChange(change),
        ...change.sides.notes,
      ],
      nextCursor: found.some((one) => one.drivers.length > next)
        ? app.cursors.sign(binding, [next])
        : null,
    }
  },
})

/** A count before is told as it was; effects compare with as many days. The two effects of a rate are left out. */
const countRow = (row: readonly Cell[], scale: number): Cell[] => {
  const [dimension = null, value = null, now = null, before = null] = row
  const counted = typeof before === 'number' ? Math.round(before / scale) : before
  return [dimension, value, now, counted, ...row.slice(4, 6), row[8] ?? null]
}

/** Fits as many values of each driver as an answer may cost, up to the limit and at least one. */
function fittingPage(
  { limit, maxTokens }: { limit: number; maxTokens: number },
  page: (values: number) => Cell[][],
) {
  for (let values = limit; ;) {
    const rows = page(values)
    const kept = rowsWithinBudget(rows, maxTokens)
    if (kept === rows.length || values === 1) return { values, rows }
    values = Math.max(1, Math.min(values - 1, Math.floor((values * kept) / rows.length)))
  }
}

const COLUMNS = ['dimension', 'value', 'now', 'before', 'effect', 'share_of_change']

/** Reads the change of the total that is to be explained. */
async function readChange(run: QueryRun, before: TimeRange, metric: MetricId): Promise<Change> {
  const { site, range, zone, now } = run
  const [totals, totalsBefore, { firstDay }] = await Promise.all([
    readTotals(run, range),
    readTotals(run, before),
    site.dataSpan(),
  ])
  const sides = comparability({ range, before, zone, now, firstDay })
  const verdict = judgeChange(
    sampleOf(metric, totals, [], sides.observedMs),
    sampleOf(metric, totalsBefore, [], sides.observedBeforeMs),
    sides.areCounts,
  )
  const value = metricValue(metric, totals, [])
  const valueBefore = comparableValue(metric, metricValue(metric, totalsBefore, []), sides.scale)
  const effect = (value ?? 0) - (valueBefore ?? 0)
  return { metric, totals, totalsBefore, sides, verdict, value, valueBefore, effect }
}

function describeChange({ metric, value, valueBefore, verdict, sides }: Change): string {
  const change = changeText(changeCell(value, valueBefore, verdict))
  const scaled =
    sides.scale === 1
      ? ''
      : `; they compare with before times ${shortNumber(sides.scale)}, for as many days`
  return `${metric} changed by ${change}; effects of one dimension add up to it${scaled}`
}

const totalRow = ({ value, valueBefore, effect, verdict }: Change): Cell[] => [
  '(total)',
  '',
  value,
  valueBefore,
  effect,
  1,
  null,
  null,
  verdict,
]

/** Throws VALIDATION_FAILED where a metric cannot be explained by a dimension. */
function driversFor(
  metric: MetricId,
  asked: readonly FactDimension[] | undefined,
  filters: readonly AnalyticsFilter[],
): readonly FactDimension[] {
  const legal = DIMENSION_IDS.filter((dimension) => isLegal(metric, dimension))
  const refused = asked?.find((dimension) => !legal.includes(dimension))
  if (refused) {
    throw invalidField(
      'dimensions',
      'illegal_pair',
      `${metric} has no ${refused}. Legal for ${metric}: ${legal.join(', ')}`,
    )
  }
  if (asked) return [...new Set(asked)]
  const fixed = new Set(filters.filter(({ op }) => op === 'is').map((filter) => filter.dimension))
  return DEFAULT_DRIVERS.filter((one) => legal.includes(one) && !fixed.has(one)).slice(0, 3)
}
