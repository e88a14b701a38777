import type { Grid, GridCell } from './answer.ts'
import type { ChartTexts } from './english-texts.ts'
import { fillBuckets, isWeekly } from './fill-buckets.ts'
import type { Shape } from './shape.ts'
import { surenessOf } from './sureness.ts'
import { isRatio, nameOfGroup } from './words.ts'

/** The most lines, as many as a person can distinguish. */
const MAX_LINES = 6

export interface Line {
  /** The name of the group that the line is about; undefined for the whole. */
  name: string | undefined
  /** The value of each bucket; null where it is not known, which breaks the line. */
  values: readonly (number | null)[]
  /** The values of the earlier range that is compared with; undefined where there is no comparison. */
  previous: readonly (number | null)[] | undefined
  /** The lower ends of the 95 % interval of each value of a rate; the field after it has the upper ends. */
  low: readonly (number | null)[]
  high: readonly (number | null)[]
  /** The indexes of the buckets in which a rate rests on too few trials. */
  few: ReadonlySet<number>
}

export interface Panel {
  metric: string
  lines: readonly Line[]
}

export interface SeriesModel {
  buckets: readonly string[]
  /** The indexes of the buckets that are not whole, as the first and the last of a range can be. */
  partial: ReadonlySet<number>
  isWeekly: boolean
  panels: readonly Panel[]
  /** The number of groups without a line, because there are too many. */
  left: number
}

/** Makes the lines of an answer over time: a panel for each metric, a line for each group. */
export function makeSeries(grid: Grid, shape: SeriesShape, texts: ChartTexts): SeriesModel {
  const listed = [...new Set(grid.rows.map(labelOf))]
  const buckets = shape.split === undefined ? listed : fillBuckets(listed)
  const groups = groupRows(grid, shape, texts)
  const drawn = groups.slice(0, MAX_LINES)
  return {
    buckets,
    partial: partialBuckets(grid.notes, new Map(buckets.map((label, i) => [label, i]))),
    isWeekly: isWeekly(buckets),
    panels: shape.metrics.map((column) => ({
      metric: grid.columns[column] ?? '',
      lines: drawn.map((group) => makeLine(grid, shape, column, { ...group, buckets })),
    })),
    left: groups.length - drawn.length,
  }
}

type SeriesShape = Extract<Shape, { kind: 'series' }>
type Row = readonly GridCell[]

interface Group {
  name: string | undefined
  rowByLabel: ReadonlyMap<string, Row>
}

const labelOf = (row: Row): string => String(row[0] ?? '')

function makeLine(
  grid: Grid,
  shape: SeriesShape,
  column: number,
  { name, rowByLabel, buckets }: Group & { buckets: readonly string[] },
): Line {
  const { columns } = grid
  const metric = columns[column] ?? ''
  const previous = columns.indexOf(`${metric}_previous`)
  const rows = buckets.map((label) => rowByLabel.get(label))
  const sureness = rows.map((row) => surenessOf(grid, row ?? [], metric))
  return {
    name,
    values: rows.map((row, i) =>
      row ? numberOrNull(row[column]) : unlisted(grid, shape, column, i === buckets.length - 1),
    ),
    previous: previous < 0 ? undefined : rows.map((row) => numberOrNull(row?.[previous])),
    low: sureness.map(({ low }) => low),
    high: sureness.map(({ high }) => high),
    few: new Set(sureness.flatMap(({ isFew }, i) => (isFew ? [i] : []))),
  }
}

/**
 * Returns the value of a group in a bucket that the answer has no row of: zero for a count, as nothing was counted
 * there, and null for a rate, or where the answer was cut off in this bucket.
 */
function unlisted(
  { columns, hasMore }: Grid,
  { split }: SeriesShape,
  column: number,
  isLast: boolean,
): number | null {
  const isCount = split !== undefined && !isRatio(columns[column] ?? '')
  return isCount && !(isLast && hasMore) ? 0 : null
}

/** Groups the rows, the groups with the largest sum of their first metric first, as only some of many are drawn. */
function groupRows({ rows }: Grid, { split, metrics }: SeriesShape, texts: ChartTexts): Group[] {
  const [first = 0] = metrics
  const groups = new Map<string | undefined, { sum: number; rowByLabel: Map<string, Row> }>()
  for (const row of rows) {
    const name = split === undefined ? undefined : nameOfGroup([row[split] ?? null], texts)
    const group = groups.get(name) ?? { sum: 0, rowByLabel: new Map<string, Row>() }
    group.sum += numberOrNull(row[first]) ?? 0
    group.rowByLabel.set(labelOf(row), row)
    groups.set(name, group)
  }
  return [...groups]
    .toSorted(([, one], [, other]) => other.sum - one.sum)
    .map(([name, { rowByLabel }]) => ({ name, rowByLabel }))
}

const numberOrNull = (cell: GridCell | undefined): number | null =>
  typeof cell === 'number' ? cell : null

/** Reads from the notes of the answer which of its buckets are not whole, and returns their indexes. */
function partialBuckets(
  notes: readonly string[],
  place: ReadonlyMap<string, number>,
): ReadonlySet<number> {
  const labels = notes.flatMap((note) => /^not whole \w+: (.+)$/.exec(note)?.[1]?.split(', ') ?? [])
  return new Set(labels.flatMap((label) => place.get(label) ?? []))
}
