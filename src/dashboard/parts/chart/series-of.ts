import type { SeriesModel } from '../../../chart/model/series.ts'
import type { ApiSchemas } from '../../../../examples/client/types/index.ts'

type Series = Pick<
  ApiSchemas['AnalyticsResult'],
  'columns' | 'rows' | 'rowIntervals' | 'comparison' | 'timeLabels' | 'partialBuckets'
>

/** The number of trials below which a rate is too uncertain, as docs/verdicts.md defines it. */
const FEW_TRIALS = 30

/** Makes the lines of one metric over time from an answer of the API, whose form differs from that of the tools. */
export function seriesOf(result: Series, metric: string): SeriesModel {
  const column = result.columns.findIndex(({ name }) => name === metric)
  const place = result.columns
    .filter(({ kind }) => kind === 'metric')
    .findIndex(({ name }) => name === metric)
  const buckets = result.rows.map(([label]) => String(label ?? ''))
  const intervals = result.rows.map((_, i) => result.rowIntervals[i]?.[metric])
  const before = result.comparison?.rows.map((row) => row?.[place] ?? null)
  return {
    buckets,
    partial: new Set(result.partialBuckets.map((label) => buckets.indexOf(label))),
    isWeekly: result.columns[0]?.name === 'time:week',
    panels: [
      {
        metric,
        lines: [
          {
            name: undefined,
            values: result.rows.map((row) => numberOrNull(row[column])),
            previous: before && buckets.map((_, i) => before[i] ?? null),
            low: intervals.map((interval) => interval?.ci95?.[0] ?? null),
            high: intervals.map((interval) => interval?.ci95?.[1] ?? null),
            few: new Set(
              intervals.flatMap((interval, i) =>
                interval && interval.denominator < FEW_TRIALS ? [i] : [],
              ),
            ),
          },
        ],
      },
    ],
    left: 0,
  }
}

const numberOrNull = (cell: string | number | null | undefined): number | null =>
  typeof cell === 'number' ? cell : null
