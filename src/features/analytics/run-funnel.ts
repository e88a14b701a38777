import * as z from 'zod'
import type { FunnelCount } from '../../../db/facts/run-funnel.ts'
import { OPERATOR_BY_ENGINE } from '../../domain/events/ai-sources.ts'
import { HOUR_MS } from '../../lib/time/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { Table, type Cell } from '../../kernel/table.ts'
import { offsetSegments } from '../../lib/time/zone.ts'
import { DIMENSIONS, isForeign } from './dimensions.ts'
import { wilsonInterval } from '../../domain/statistics/intervals.ts'
import type { AnalyticsFilter } from './query.ts'
import { shortNumber } from '../../kernel/numbers.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { siteRange } from '../../kernel/site-range.ts'
import { toolArguments } from './tool-query.ts'
import { understandFilters } from './understand-filters.ts'
import { notesOnUnseen } from '../../kernel/names/unseen-values.ts'

const STEPS = ['impression', 'share', 'ai_click', 'question', 'referral'] as const
const SPLITS = ['path', 'referrer', 'channel', 'country', 'device', 'language'] as const
const MAX_VALUES = 10

const { compare: _, ...shared } = toolArguments

const Input = z.strictObject({
  ...shared,
  steps: z
    .array(z.enum(STEPS))
    .min(2)
    .max(5)
    .default(['impression', 'ai_click', 'referral'])
    .describe('In order'),
  dimensions: z
    .array(z.enum(SPLITS))
    .max(1)
    .default([])
    .describe('A funnel for each value, of the first step'),
})

/** Counts how many readers go from one step to the next, within a day. */
export const getFunnel = defineOperation({
  name: 'analytics.funnel',
  summary: 'Readers of one site who go from one step to the next',
  effect: 'read',
  access: { by: 'scope', anyOf: ['analytics:read'] },
  input: Input,
  output: Table,
  async handler({ app, db }, input) {
    const { steps } = input
    const [splitBy] = input.dimensions
    if (new Set(steps).size < steps.length) {
      throw invalidField('steps', 'duplicate', 'Name each step once')
    }
    const site = await findSite(db, input.site)
    const { filters, notes } = await understandFilters(site, input.filters)
    const zone = site.row.rollup_timezone
    const range = await siteRange(site, input, app.now())
    const { fromMs, toMs } = range.instants
    const counts = await site.funnel({
      steps: steps.map((kind) => ({ kind, filters: filtersOf(kind, filters) })),
      splitBy: splitBy ?? null,
      instants: range.instants,
      segments: offsetSegments(zone, fromMs - HOUR_MS, toMs),
      operators: OPERATOR_BY_ENGINE,
      minAskers: MIN_ASKERS,
    })
    const { values, left } = largest(counts)
    return {
      site: site.row.domain,
      range: { ...formatRange(range), timezone: zone },
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
      rows: values.flatMap((value) => funnelRows(steps, value, counts, splitBy !== undefined)),
      untrusted: splitBy && isForeign(splitBy) ? [splitBy] : [],
      notes: [
        ...notes,
        ...(counts.every(({ readers }) => readers === 0) ? await notesOnUnseen(site, filters) : []),
        'readers are counted by day, each step at the same time as the one before or later',
        ...(left > 0 ? [leftOut(left)] : []),
      ],
      nextCursor: null,
    }
  },
})

const leftOut = (values: number): string =>
  values === 1
    ? '1 rarer value is left out; filter to see it'
    : `${values} rarer values are left out; filter to see them`

/** Keeps the filters that events of a step can have. */
const filtersOf = (
  kind: (typeof STEPS)[number],
  filters: readonly AnalyticsFilter[],
): AnalyticsFilter[] =>
  filters.filter(({ dimension }) => {
    const { kinds } = DIMENSIONS[dimension]
    return kinds.length === 0 || kinds.includes(kind)
  })

/** Answers the values with most readers at the first step. */
function largest(counts: readonly FunnelCount[]): { values: (string | null)[]; left: number } {
  const firsts = counts
    .filter(({ step }) => step === 0)
    .toSorted((a, b) => b.readers - a.readers || ((a.value ?? '') < (b.value ?? '') ? -1 : 1))
  const values = firsts.slice(0, MAX_VALUES).map(({ value }) => value)
  return { values: values.length === 0 ? [null] : values, left: firsts.length - values.length }
}

function funnelRows(
  steps: readonly string[],
  value: string | null,
  counts: readonly FunnelCount[],
  isSplit: boolean,
): Cell[][] {
  const readers = steps.map(
    (_step, i) => counts.find((count) => count.step === i && count.value === value)?.readers ?? 0,
  )
  const first = readers[0] ?? 0
  return steps.map((step, i) => {
    const here = readers[i] ?? 0
    const before = i === 0 ? null : (readers[i - 1] ?? 0)
    const [low, high] =
      before === null ? [null, null] : (wilsonInterval(here, before) ?? [null, null])
    const row = [
      step,
      here,
      before === null ? null : divide(here, before),
      low,
      high,
      divide(here, first),
      before === null ? null : before - here,
    ]
    return [...(isSplit ? [value] : []), ...row.map(shortNumber)]
  })
}

const divide = (a: number, b: number): number | null => (b === 0 ? null : a / b)
