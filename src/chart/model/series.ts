import type { Grid, GridCell } from './answer.ts'
import { fillBuckets, isWeekly } from './fill-buckets.ts'
import type { Shape } from './shape.ts'
import { isRatio, nameOfGroup } from './words.ts'

/** As many lines as can be told apart. */
const MAX_LINES = 6

export interface Line {
  /** The group that it is of; undefined for the whole. */
  name: string | undefined
  /** A value for each bucket; null where none is known, which breaks the line. */
  values: readonly (number | null)[]
  /** Those of the range that is compared with. */
  previous: readonly (number | null)[] | undefined
}

export interface Panel {
  metric: string
  lines: readonly Line[]
}

export interface SeriesModel {
  buckets: readonly string[]
  /** Buckets that are not whole, as the first and the last of a range can be. */
  partial: ReadonlySet<number>
  isWeekly: boolean
  panels: readonly Panel[]
  /** Groups without a line, because there are too many. */
  left: number
}

/** Makes the lines of an answer over time: a panel for each metric, a line for each group. */
export function makeSeries(grid: Grid, shape: Extract<Shape, { kind: 'series' }>): SeriesModel {
  const { rows, columns } = grid
  const listed = [...new Set(rows.map((row) => String(row[0] ?? '')))]
  const buckets = shape.split === undefined ? listed : fillBuckets(listed)
  const place = new Map(buckets.map((label, i) => [label, i]))
  const split = shape.split
  const groupOf = (row: readonly GridCell[]): string | undefined =>
    split === undefined ? undefined : nameOfGroup([row[split] ?? null])
  const groups = largestFirst(grid, shape, groupOf)
  const drawn = groups.slice(0, MAX_LINES)
  const valuesOf = (group: string | undefined, column: number): (number | null)[] => {
    const values = buckets.map((_, i) => unlisted(grid, shape, column, i === buckets.length - 1))
    for (const row of rows) {
      const at = place.get(String(row[0] ?? ''))
      const cell = row[column]
      if (at !== undefined && groupOf(row) === group) values[at] = numberOrNull(cell)
    }
    return values
  }
  return {
    buckets,
    partial: partialBuckets(grid.notes, place),
    isWeekly: isWeekly(buckets),
    panels: shape.metrics.map((column) => {
      const metric = columns[column] ?? ''
      const previous = columns.indexOf(`${metric}_previous`)
      return {
        metric,
        lines: drawn.map((name) => ({
          name,
          values: valuesOf(name, column),
          previous: previous < 0 ? undefined : valuesOf(name, previous),
        })),
      }
    }),
    left: groups.length - drawn.length,
  }
}

/**
 * The value of a group in a bucket that the answer has no row of: nothing was counted there, unless the answer was cut off in
 * this bucket. A rate of nothing is not known.
 */
function unlisted(
  { columns, hasMore }: Grid,
  { split }: Extract<Shape, { kind: 'series' }>,
  column: number,
  isLast: boolean,
): number | null {
  const isCount = split !== undefined && !isRatio(columns[column] ?? '')
  return isCount && !(isLast && hasMore) ? 0 : null
}

/** Groups by the sum of their first metric, so that the most important of many are drawn. */
function largestFirst(
  { rows }: Grid,
  { metrics }: Extract<Shape, { kind: 'series' }>,
  groupOf: (row: readonly GridCell[]) => string | undefined,
): (string | undefined)[] {
  const [first = 0] = metrics
  const sums = new Map<string | undefined, number>()
  for (const row of rows) {
    const group = groupOf(row)
    const cell = row[first]
    sums.set(group, (sums.get(group) ?? 0) + (typeof cell === 'number' ? cell : 0))
  }
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([group]) => group)
}

const numberOrNull = (cell: GridCell | undefined): number | null =>
  typeof cell === 'number' ? cell : null

/** Reads from the notes of the answer which of its buckets are not whole. */
function partialBuckets(
  notes: readonly string[],
  place: ReadonlyMap<string, number>,
): ReadonlySet<number> {
  const labels = notes.flatMap((note) => /^not whole \w+: (.+)$/.exec(note)?.[1]?.split(', ') ?? [])
  return new Set(labels.flatMap((label) => place.get(label) ?? []))
}
