import type { Grid } from './answer.ts'

/** The form in which an answer is drawn, with the indexes of its parts among the columns. */
export type Shape =
  | { kind: 'overview'; metric: number; value: number }
  | { kind: 'series'; split: number | undefined; metrics: readonly number[] }
  | { kind: 'breakdown'; groups: readonly number[]; metrics: readonly number[] }
  | { kind: 'table' }

/** Finds by the names of the columns how an answer is drawn; one of no known form is drawn as a table. */
export function shapeOf(grid: Grid): Shape {
  const { columns } = grid
  const metric = columns.indexOf('metric')
  const value = columns.indexOf('value')
  if (metric >= 0 && value >= 0) return { kind: 'overview', metric, value }
  const isSeries = /^time(?::\w+)?$/.test(columns[0] ?? '')
  const groups = isSeries ? (isWords(grid, 1) ? [1] : []) : isWords(grid, 1) ? [0, 1] : [0]
  const first = isSeries ? 1 + groups.length : groups.length
  const metrics = columns.flatMap((name, i) => {
    return i >= first && !isBesides(name) && isNumbers(grid, i) ? [i] : []
  })
  // Numbers come right after what they are of; anything else is a table that this app was not made for.
  if (metrics[0] !== first) return { kind: 'table' }
  if (isSeries) return { kind: 'series', split: groups[0], metrics }
  return { kind: 'breakdown', groups, metrics }
}

/** True for a column that says something about a metric, such as its interval, and is not a metric itself. */
const isBesides = (name: string): boolean =>
  /(?:^|_)(?:previous|change_pct|verdict|low|high|too_few)$/.test(name)

/** True for a column that names things: it has texts and no number. False for a column without any value. */
function isWords({ columns, rows }: Grid, column: number): boolean {
  const name = columns[column]
  if (name === undefined || isBesides(name)) return false
  const cells = rows.map((row) => row[column])
  return (
    cells.some((cell) => typeof cell === 'string') &&
    !cells.some((cell) => typeof cell === 'number')
  )
}

const isNumbers = ({ rows }: Grid, column: number): boolean =>
  rows.every((row) => typeof row[column] !== 'string')
