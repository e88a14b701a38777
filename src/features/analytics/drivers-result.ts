import * as z from 'zod'
import { JudgedChange } from '../../kernel/verdicts/judged-change.ts'
import { toldMarks } from './told-marks.ts'
import { driverPage, shareOf, shownSide } from './drivers.ts'
import type { ExplainedChange } from './explain-change.ts'
import { metricValue } from './metric-value.ts'
import { metricOf } from './metrics.ts'
import { AnalyticsResult } from './query.ts'
import { LeftOut } from '../../kernel/reads/left-out.ts'

const Effect = {
  effect: z.number().describe('What it did to the change; a count as one of as many days'),
  shareOfChange: z.number().nullable().describe('null where nothing changed'),
}
const Value = z.number().nullable()

/**
 * The result of a comparison by drivers: one row for each value, and in `effects` what each value did to the change.
 */
export const DriversResult = AnalyticsResult.pick({
  columns: true,
  rows: true,
  totals: true,
  query: true,
  range: true,
  timezone: true,
  rowCount: true,
  truncated: true,
  notes: true,
  dataFreshness: true,
  nextCursor: true,
})
  .extend({
    /**
     * The values of the compared range, aligned with the rows. As in every other answer, a count stands as it was
     * counted.
     */
    comparison: AnalyticsResult.shape.comparison.unwrap().extend({
      rows: z.array(z.array(Value)),
      rowVerdicts: z.array(JudgedChange),
    }),
    change: z
      .number()
      .nullable()
      .describe(
        'Of the metric as a whole; effects of one dimension add up to it. null, without rows, where one of the ranges measured nothing',
      ),
    effects: z
      .array(
        z.object({
          ...Effect,
          isCause: z
            .boolean()
            .describe('Unusual for its own past, and by more than the whole is; else arithmetic'),
          rateEffect: Value.describe('Of a ratio: by its own change'),
          mixEffect: Value.describe('Of a ratio: by its changed weight'),
        }),
      )
      .describe('Of each row'),
    remainders: z
      .array(
        z.object({
          dimension: z.string(),
          kind: z
            .enum(['others', 'rarer_values', 'under_several_values'])
            .describe('others: the values of the next pages'),
          values: z.int().nullable(),
          now: Value,
          before: Value,
          ...Effect,
        }),
      )
      .describe('What the rows leave of the change, on this page'),
  })
  .meta({ id: 'DriversResult' })

/** The result of a comparison by drivers over several sites. */
export const SitesDriversResult = DriversResult.extend({
  timezone: z.string().describe('Or that each site has its own'),
  leftOut: z.array(LeftOut).describe('Sites that the answer does not have'),
}).meta({ id: 'SitesDriversResult' })

/** Makes the result of one page of drivers: each value with its number before, its effect and its verdict. */
export function driversResult(
  { query, range, before, timezone, change, found, isRatio, notes }: ExplainedChange,
  page: { from: number; limit: number },
) {
  const { metric, sides, effect, judged, totalsBefore, marks } = change
  const cuts = found.map((one) => ({ one, ...driverPage(one, { ...page, change: effect }) }))
  const shown = cuts.flatMap(({ one, shown: values }) =>
    values.map((driver) => ({ dimension: one.dimension, ...driver })),
  )
  const { dimensions: _, cursor: _cursor, ...asked } = query
  return {
    columns: [
      { name: 'dimension', kind: 'dimension' as const, unit: 'text' as const },
      { name: 'value', kind: 'dimension' as const, unit: 'text' as const },
      { name: metric, kind: 'metric' as const, unit: metricOf(metric).unit },
    ],
    rows: shown.map(({ dimension, label, now }) => [dimension, label, shownSide(now, isRatio)]),
    totals: { [metric]: change.value },
    comparison: {
      range: before,
      scale: sides.scale,
      areCounts: sides.areCounts,
      totals: { [metric]: sides.isBeforeData ? null : metricValue(metric, totalsBefore, []) },
      verdicts: { [metric]: judged },
      rows: shown.map((driver) => [countedBefore(shownSide(driver.before, isRatio), change)]),
      rowVerdicts: shown.map((driver) => driver.judged),
      judgedTogether: { totals: 1, rows: Math.max(0, ...found.map((one) => one.lookedAt)) },
      marks: toldMarks(marks),
    },
    change: effect,
    effects: shown.map((driver) => ({
      effect: driver.effect,
      shareOfChange: shareOf(driver.effect, effect),
      isCause: driver.isCause,
      rateEffect: driver.rateEffect,
      mixEffect: driver.mixEffect,
    })),
    remainders: cuts.flatMap((cut) => remaindersOf(cut, change)),
    query: { ...asked, dimensions: found.map(({ dimension }) => dimension) },
    range,
    timezone,
    rowCount: shown.length,
    truncated: found.some(({ drivers }) => drivers.length > page.from + page.limit),
    notes,
  }
}

/**
 * Returns a number of the compared range as it was counted: counts are scaled back, since effects compare as many days.
 */
function countedBefore(
  value: number | null,
  { metric, sides }: ExplainedChange['change'],
): number | null {
  if (value === null || metricOf(metric).unit !== 'count') return value
  return Math.round(value / sides.scale)
}

function remaindersOf(
  { one, others, rest }: ReturnType<typeof driverPage> & { one: ExplainedChange['found'][number] },
  change: ExplainedChange['change'],
): z.input<typeof DriversResult>['remainders'] {
  const { dimension, isAdditive } = one
  const told = (effect: number) => ({ effect, shareOfChange: shareOf(effect, change.effect) })
  const [now = null, before = null] = others?.sides ?? []
  return [
    ...(others
      ? [
          {
            dimension,
            kind: 'others' as const,
            values: others.values,
            now,
            before: countedBefore(before, change),
            ...told(others.effect),
          },
        ]
      : []),
    ...(rest === null
      ? []
      : [
          {
            dimension,
            kind: isAdditive ? ('rarer_values' as const) : ('under_several_values' as const),
            values: null,
            now: null,
            before: null,
            ...told(rest),
          },
        ]),
  ]
}
