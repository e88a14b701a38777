import type { FunnelCount } from '../../../db/facts/run-funnel.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { OPERATOR_BY_ENGINE } from '../../domain/events/ai-sources.ts'
import { HOUR_MS } from '../../lib/time/clock.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { offsetSegments } from '../../lib/time/zone.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import type { InputRule } from '../../kernel/door/every-refusal.ts'
import { notesOnNothing } from '../../kernel/names/unseen-values.ts'
import { notesOnQuestionMode } from '../../kernel/reads/site-notes.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { type RangeInput, siteRange } from '../../kernel/reads/range.ts'
import { isOfEngine } from '../../../db/facts/dimensions.ts'
import { KINDS_WITH_ENGINE } from '../../../db/facts/measures.ts'
import { DIMENSIONS } from './dimensions.ts'
import { assertOfEvents } from './legality.ts'
import { noteOnCampaigns } from './notes.ts'
import type { AnalyticsFilter } from './query.ts'
import { type FilteredQuestion, questionRules } from './query-rules.ts'
import { understandFilters } from './understand-filters.ts'

export const FUNNEL_STEPS = ['impression', 'share', 'ai_click', 'question', 'referral'] as const
export const FUNNEL_SPLITS = [
  'path',
  'referrer',
  'channel',
  'campaign',
  'country',
  'device',
  'language',
] as const
const MAX_VALUES = 10

type StepKind = (typeof FUNNEL_STEPS)[number]

interface FunnelQuestion extends RangeInput {
  steps: readonly StepKind[]
  /** The dimension by which the funnel is split; at most one. */
  dimensions: readonly (typeof FUNNEL_SPLITS)[number][]
  filters: readonly AnalyticsFilter[]
}

/** One step of a funnel, with the number of readers who reached it. */
interface FunnelStep {
  /** The value of the dimension that this funnel is for; null where the funnel is not split. */
  value: string | null
  step: StepKind
  readers: number
  /** The readers who reached the step before; null at the first step. */
  before: number | null
  /** The readers who reached the first step. */
  first: number
}

interface Funnel {
  range: TimeRange
  /** The filters, with their values as they were understood. */
  filters: readonly AnalyticsFilter[]
  steps: FunnelStep[]
  /** The number of values without a funnel in the answer, since fewer readers began with them. */
  left: number
  notes: string[]
}

function assertSteps(steps: readonly StepKind[]): void {
  if (new Set(steps).size < steps.length) {
    throw invalidField('steps', 'duplicate', 'Name each step once')
  }
}

/** The rules that a question about a funnel must meet, besides its schema. */
export const funnelRules: readonly InputRule<
  OrgContext,
  FilteredQuestion & Pick<FunnelQuestion, 'steps'>
>[] = [
  ...questionRules,
  (_, { filters = [] }) => assertOfEvents(filters),
  (_, { steps }) => assertSteps(steps),
]

/**
 * Counts how many readers go from each step to the next within one day. Throws VALIDATION_FAILED for a step that is
 * named twice.
 */
export async function readFunnel(
  site: SiteDb,
  input: FunnelQuestion,
  { now, minAskers }: { now: number; minAskers: number },
): Promise<Funnel> {
  const { steps } = input
  const [splitBy] = input.dimensions
  assertSteps(steps)
  assertOfEvents(input.filters)
  const { filters, notes } = await understandFilters(site, input.filters)
  const range = await siteRange(site, input, now)
  const { fromMs, toMs } = range.instants
  const counts = await site.funnel({
    steps: steps.map((kind) => ({ kind, filters: filtersOf(kind, filters) })),
    splitBy: splitBy ?? null,
    instants: range.instants,
    segments: offsetSegments(site.row.rollup_timezone, fromMs - HOUR_MS, toMs),
    operators: OPERATOR_BY_ENGINE,
    minAskers,
  })
  const { values, left } = largest(counts)
  return {
    range,
    filters,
    steps: values.flatMap((value) => stepsOf(steps, value, counts)),
    left,
    notes: [
      ...notes,
      ...(steps.includes('question') && site.row.question_mode === 'off'
        ? notesOnQuestionMode(site)
        : []),
      ...(counts.every(({ readers }) => readers === 0)
        ? await notesOnNothing(site, { range, filters })
        : []),
      ...noteOnCampaigns(site, range, [
        ...input.dimensions,
        ...filters.map(({ dimension }) => dimension),
      ]),
      ...(filters.some(({ dimension }) => isOfEngine(dimension))
        ? ['engine: the one opened, asked or come from; it narrows the steps that have one']
        : []),
      'readers are counted by day, each step at the same time as the one before or later',
      ...(left > 0 ? [leftOut(left)] : []),
    ],
  }
}

const leftOut = (values: number): string =>
  values === 1
    ? '1 rarer value is left out; filter to see it'
    : `${values} rarer values are left out; filter to see them`

/** Returns the filters that events of a step can meet; the others do not narrow that step. */
const filtersOf = (kind: StepKind, filters: readonly AnalyticsFilter[]): AnalyticsFilter[] =>
  filters.filter(({ dimension }) => {
    const kinds = isOfEngine(dimension) ? KINDS_WITH_ENGINE : DIMENSIONS[dimension].kinds
    return kinds.length === 0 || kinds.includes(kind)
  })

/** Returns the values with most readers at the first step, and how many values are left out. */
function largest(counts: readonly FunnelCount[]): { values: (string | null)[]; left: number } {
  const firsts = counts
    .filter(({ step }) => step === 0)
    .toSorted((a, b) => b.readers - a.readers || ((a.value ?? '') < (b.value ?? '') ? -1 : 1))
  const values = firsts.slice(0, MAX_VALUES).map(({ value }) => value)
  return { values: values.length === 0 ? [null] : values, left: firsts.length - values.length }
}

function stepsOf(
  steps: readonly StepKind[],
  value: string | null,
  counts: readonly FunnelCount[],
): FunnelStep[] {
  const readers = steps.map(
    (_step, i) => counts.find((count) => count.step === i && count.value === value)?.readers ?? 0,
  )
  return steps.map((step, i) => ({
    value,
    step,
    readers: readers[i] ?? 0,
    before: i === 0 ? null : (readers[i - 1] ?? 0),
    first: readers[0] ?? 0,
  }))
}

/** Divides one count of readers by another; null where the other count is 0. */
export const partOfReaders = (a: number, b: number): number | null => (b === 0 ? null : a / b)
