import type { FactDimension } from '../../../db/facts/dimensions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { comparability } from '../../domain/statistics/comparability.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { checkEach, type InputRule } from '../../kernel/door/every-refusal.ts'
import { notesOnUnseen } from '../../kernel/names/unseen-values.ts'
import { changeCell, changeText, shortNumber } from '../../kernel/reads/table.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { RangeInput } from '../../kernel/reads/range.ts'
import { readCompared } from '../../kernel/reads/site-rules.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { DIMENSION_IDS } from './dimensions.ts'
import { type Change, readDrivers } from './drivers.ts'
import { assertLegal, isLegal } from './legality.ts'
import { comparableValue, judgeMetric, metricValue } from './metric-value.ts'
import { type MetricId, metricOf } from './metrics.ts'
import { type AnalyticsFilter, completeQuery } from './query.ts'
import { type FilteredQuestion, questionRules } from './query-rules.ts'
import { type QueryRun, readTotals, startQueryRun } from './query-run.ts'
import { understandFilters } from './understand-filters.ts'

const DEFAULT_DRIVERS: readonly FactDimension[] = ['path', 'engine', 'country', 'device']

interface ChangeQuestion extends RangeInput {
  /** Holds one metric. */
  metrics: readonly MetricId[]
  compare: string
  filters?: readonly AnalyticsFilter[]
  dimensions?: readonly FactDimension[] | undefined
}

const nothingCompared = () =>
  invalidField('compare', 'required', 'Name a range to compare with, not none')

/** What an explanation refuses besides its schema. */
export const changeRules: readonly InputRule<OrgContext, FilteredQuestion & ChangeQuestion>[] = [
  ...questionRules,
  (_, { metrics, filters = [] }) => assertLegal(metrics, [], filters),
  (_, { metrics: [metric], dimensions }) => metric && driversFor(metric, dimensions, []),
  async (ctx, input) => {
    if (!(await readCompared(ctx, input))) throw nothingCompared()
  },
]

/**
 * Explains the change of a metric as a sum over the values of up to three dimensions, the largest first. Throws
 * VALIDATION_FAILED where a metric cannot be explained by a dimension, or nothing is compared.
 */
export async function explainChange(
  site: SiteDb,
  input: ChangeQuestion,
  services: { now: number; minAskers: number },
) {
  const [metric] = input.metrics
  if (metric === undefined) throw invalidField('metrics', 'required', 'Name one metric')
  const understood = await understandFilters(site, input.filters ?? [])
  const { filters } = understood
  const drivers = driversFor(metric, input.dimensions, filters)
  const { range: period, from, to, compare } = input
  const query = completeQuery({ metrics: [metric], range: period, from, to, compare, filters })
  const run = await startQueryRun(site, query, services)
  const { before } = run
  if (!before) throw nothingCompared()
  const change = await readChange(run, before, metric)
  const found = await Promise.all(
    drivers.map((dimension) => readDrivers(run, before, dimension, change)),
  )
  return {
    run,
    before,
    change,
    found,
    isRatio: metricOf(metric).unit === 'ratio',
    notes: [
      ...understood.notes,
      ...(change.value || change.valueBefore ? [] : await notesOnUnseen(site, filters)),
      describeChange(change),
      ...change.sides.notes,
    ],
  }
}

/** Reads the change of the total that is to be explained. */
async function readChange(run: QueryRun, before: TimeRange, metric: MetricId): Promise<Change> {
  const { site, range, zone, now } = run
  const [totals, totalsBefore, { firstDay }] = await Promise.all([
    readTotals(run, range),
    readTotals(run, before),
    site.dataSpan(),
  ])
  const sides = comparability({ range, before, zone, now, firstDay })
  const verdict = judgeMetric(metric, [totals, totalsBefore], [], sides)
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

/** Throws VALIDATION_FAILED where a metric cannot be explained by a dimension. */
function driversFor(
  metric: MetricId,
  asked: readonly FactDimension[] | undefined,
  filters: readonly AnalyticsFilter[],
): readonly FactDimension[] {
  const legal = DIMENSION_IDS.filter((dimension) => isLegal(metric, dimension))
  checkEach(asked ?? [], (refused) => {
    if (legal.includes(refused)) return
    throw invalidField(
      'dimensions',
      'illegal_pair',
      `${metric} has no ${refused}. Legal for ${metric}: ${legal.join(', ')}`,
    )
  })
  if (asked) return [...new Set(asked)]
  const fixed = new Set(filters.filter(({ op }) => op === 'is').map((filter) => filter.dimension))
  return DEFAULT_DRIVERS.filter((one) => legal.includes(one) && !fixed.has(one)).slice(0, 3)
}
