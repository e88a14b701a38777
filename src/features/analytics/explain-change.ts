import type { FactDimension } from '../../../db/facts/dimensions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { comparability } from '../../domain/statistics/comparability.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { checkEach, type InputRule } from '../../kernel/door/every-refusal.ts'
import { notesOnNothing } from '../../kernel/names/unseen-values.ts'
import { notesOnQuestionMode } from '../../kernel/reads/site-notes.ts'
import { changeText, shortNumber } from '../../kernel/reads/table.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { RangeInput } from '../../kernel/reads/range.ts'
import { readCompared } from '../../kernel/reads/site-rules.ts'
import { formatRange, type TimeRange } from '../../lib/time/time-range.ts'
import { DIMENSION_IDS, type DimensionId } from './dimensions.ts'
import { type Change, type Explanation, readDrivers, unexplained } from './drivers.ts'
import { explainChecks, judgedOnChecks, notesOnCheckChange } from './explain-checks.ts'
import { ofOneSite, type SitesDimensionId } from './sites-plan.ts'
import { assertLegal, isCheckMetric, isLegal } from './legality.ts'
import { comparableValue, countingInterval, metricValue } from './metric-value.ts'
import { ComparedSites } from './compared-sites.ts'
import { judgeTotals } from './judge-changes.ts'
import { toldChange } from './told-change.ts'
import { judgedChange } from '../../kernel/verdicts/judged-change.ts'
import { notesOnVerdicts } from '../../kernel/verdicts/notes-on-verdicts.ts'
import { compareSite } from '../../kernel/verdicts/site-comparison.ts'
import { unweighed } from '../../domain/verdicts/verdict.ts'
import { isOfQuestions, measuresOf, type MetricId, metricOf } from './metrics.ts'
import { type AnalyticsFilter, type AnalyticsQuery, completeQuery } from './query.ts'
import { type FilteredQuestion, questionRules } from './query-rules.ts'
import { type QueryRun, readTotals, type RunServices, startQueryRun } from './query-run.ts'
import { understandFilters } from './understand-filters.ts'

/**
 * The dimensions by which a change is explained by default: first those of events, then those of answers of engines,
 * then those of the sources of these answers.
 */
const DEFAULT_DRIVERS: readonly FactDimension[] = [
  'path',
  'engine',
  'country',
  'device',
  'query',
  'intent',
  'sourceDomain',
]

export interface ChangeQuestion extends RangeInput {
  /** The metric whose change is explained, alone in its list. */
  metrics: readonly MetricId[]
  compare: string
  filters?: readonly AnalyticsFilter[]
  dimensions?: readonly SitesDimensionId[] | undefined
}

export const nothingCompared = () =>
  invalidField('compare', 'required', 'Name a range to compare with, not none')

/** The rules that a question about a change must meet, besides its schema. */
export const changeRules: readonly InputRule<OrgContext, FilteredQuestion & ChangeQuestion>[] = [
  ...questionRules,
  (_, { metrics, filters = [] }) => assertLegal(metrics, [], filters),
  (_, { metrics: [metric], dimensions }) =>
    metric && driversFor(metric, dimensions && ofOneSite(dimensions), []),
  async (ctx, input) => {
    if (!(await readCompared(ctx, input))) throw nothingCompared()
  },
]

/** An explained change: the change of a metric with the effects of the values of some dimensions. */
export interface ExplainedChange {
  query: Omit<AnalyticsQuery, 'dimensions'> & { dimensions: readonly SitesDimensionId[] }
  range: Days
  before: Days
  timezone: string
  change: Change
  found: Explanation[]
  isRatio: boolean
  notes: string[]
}

type Days = ReturnType<typeof formatRange>

/**
 * Explains the change of a metric as a sum over the values of up to three dimensions, the largest first. Throws
 * VALIDATION_FAILED where a metric cannot be explained by a dimension, or nothing is compared.
 */
export async function explainChange(
  site: SiteDb,
  input: ChangeQuestion,
  services: RunServices,
): Promise<ExplainedChange> {
  const [metric] = input.metrics
  if (metric === undefined) throw invalidField('metrics', 'required', 'Name one metric')
  const understood = await understandFilters(site, input.filters ?? [])
  const { filters } = understood
  const drivers = driversFor(metric, input.dimensions && ofOneSite(input.dimensions), filters)
  const { range: period, from, to, compare } = input
  const query = completeQuery({ metrics: [metric], range: period, from, to, compare, filters })
  const run = await startQueryRun(site, query, services)
  const { before } = run
  if (!before) throw nothingCompared()
  const change = await readChange(run, before, metric)
  const found = await Promise.all(
    drivers.map(async (dimension) => {
      if (change.effect === null) return unexplained(dimension)
      return isCheckMetric(metric)
        ? explainChecks(run, before, dimension, change)
        : readDrivers(run, before, dimension, change)
    }),
  )
  return {
    query: run.query,
    range: formatRange(run.range),
    before: formatRange(before),
    timezone: run.zone,
    change,
    found,
    isRatio: metricOf(metric).unit !== 'count',
    notes: [
      ...understood.notes,
      ...(isCheckMetric(metric)
        ? [describeChange(change), ...(await notesOnCheckChange(run, change, found))]
        : [
            ...(await notesOnMetric(run, metric, hasCounted(change))),
            describeChange(change),
            ...change.sides.notes,
            ...notesOnChange(change, found, reachesToday(run)),
          ]),
    ],
  }
}

/** True where the range or the compared range ends after this moment, so that today may be in it. */
export const reachesToday = ({ range, before, now }: QueryRun): boolean =>
  [range, before].some((one) => one !== undefined && one.instants.toMs > now)

/** Says how the changes of an explanation were judged, and that an effect alone is not a cause. */
export function notesOnChange(
  { judged, marks }: Change,
  found: readonly Explanation[],
  hasToday: boolean,
): string[] {
  const changes = [judged, ...found.flatMap(({ drivers }) => drivers.map((one) => one.judged))]
  const lookedAt = Math.max(0, ...found.map((one) => one.lookedAt))
  return [
    'effects are arithmetic; a cause is unusual for its own past, and by more than the whole is',
    ...notesOnVerdicts({ changes, lookedAt, marks, hasToday }),
  ]
}

const hasCounted = ({ value, valueBefore }: Change): boolean =>
  [value, valueBefore].some((one) => one !== null && one !== 0)

/**
 * Says why a metric may have counted nothing, unless `isCounted`; for a metric of questions also that the site keeps
 * none, if it keeps none.
 */
export async function notesOnMetric(
  { site, range, query: { filters } }: QueryRun,
  metric: MetricId,
  isCounted: boolean,
): Promise<string[]> {
  const isOff = site.row.question_mode === 'off' && measuresOf(metric).some(isOfQuestions)
  return [
    ...(isCounted ? [] : await notesOnNothing(site, { range, filters })),
    ...(isOff ? notesOnQuestionMode(site) : []),
  ]
}

/** Reads the change of a metric's total, which is to be explained, with its verdict. */
async function readChange(run: QueryRun, before: TimeRange, metric: MetricId): Promise<Change> {
  const { site, range, zone, now } = run
  const [totals, totalsBefore, { firstDay }] = await Promise.all([
    readTotals(run, range),
    readTotals(run, before),
    site.dataSpan(),
  ])
  const sides = comparability({ range, before, zone, now, firstDay })
  const comparison = await compareSite(site, { ...run, before })
  const compared = new ComparedSites([{ run, comparison }])
  const found = { totals, totalsBefore, compared }
  if (!isCheckMetric(metric)) {
    return judgedTotal(metric, { ...found, sides, marks: comparison.marks })
  }
  const firstAt = await site.citations.firstAt()
  const isBeforeData = firstAt !== undefined && before.instants.toMs <= firstAt
  // Engines are asked as often as somebody wants, so counts of their answers are not compared.
  const ofChecks = { ...sides, areCounts: false, isBeforeData, scale: 1, notes: [] }
  const change = await judgedTotal(metric, { ...found, sides: ofChecks, marks: [] })
  return judgedOnChecks(run, before, change)
}

/** Judges the change of a metric's total. */
export async function judgedTotal(
  metric: MetricId,
  found: Pick<Change, 'totals' | 'totalsBefore' | 'sides' | 'compared' | 'marks'>,
): Promise<Change> {
  const { totals, totalsBefore, sides, compared } = found
  const { judgements } = await judgeTotals(compared, [metric], {
    now: totals,
    before: totalsBefore,
  })
  const judgement = judgements[metric] ?? unweighed(null)
  const judged = judgedChange(
    judgement,
    countingInterval(metric, [totals, totalsBefore], [], sides),
  )
  const value = metricValue(metric, totals, [])
  const counted = comparableValue(metric, metricValue(metric, totalsBefore, []), sides.scale)
  const valueBefore = sides.isBeforeData ? null : counted
  const effect = value === null || valueBefore === null ? null : value - valueBefore
  return { ...found, metric, judgement, judged, value, valueBefore, effect }
}

/** Says in words how a metric changed. */
export function describeChange(change: Change): string {
  const { metric, value, valueBefore, judged, sides, effect } = change
  if (effect === null)
    return `${metric}: ${nothingMeasured(change)}, so there is no change to explain`
  const { areCounts, scale } = sides
  const before = { value, before: valueBefore }
  const told = changeText(toldChange(metric, before, { scale: 1, areCounts }, judged))
  const scaled =
    scale === 1 ? '' : `; they compare with before times ${shortNumber(scale)}, for as many days`
  return `${metric} changed by ${told}; effects of one dimension add up to it${scaled}`
}

function nothingMeasured({ value, valueBefore, sides }: Change): string {
  if (value !== null) {
    return sides.isBeforeData
      ? 'the range before ended before anything was measured'
      : 'the range before measured nothing to compare with'
  }
  return valueBefore === null ? 'neither range measured anything' : 'this range measured nothing'
}

/**
 * Returns the dimensions to explain a metric by: those asked for, else the default ones. Throws VALIDATION_FAILED where
 * the metric cannot be explained by one that was asked for.
 */
export function driversFor(
  metric: MetricId,
  asked: readonly DimensionId[] | undefined,
  filters: readonly AnalyticsFilter[],
): readonly FactDimension[] {
  const legal = DIMENSION_IDS.filter((dimension) => isLegal(metric, dimension))
  const known = new Set<DimensionId>(legal)
  checkEach(asked ?? [], (refused) => {
    if (known.has(refused)) return
    throw invalidField(
      'dimensions',
      'illegal_pair',
      `${metric} has no ${refused}. Legal for ${metric}: ${legal.join(', ')}`,
    )
  })
  if (asked) return [...new Set(asked)].filter((one): one is FactDimension => known.has(one))
  const fixed = new Set(filters.filter(({ op }) => op === 'is').map((filter) => filter.dimension))
  return DEFAULT_DRIVERS.filter((one) => legal.includes(one) && !fixed.has(one)).slice(0, 3)
}
