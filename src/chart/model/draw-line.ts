import { makeElement, type Branch } from './branch.ts'
import { alone, areaPath, bandPath, linePath, type PlotArea } from './plot.ts'
import type { Line, SeriesModel } from './series.ts'

export interface Canvas {
  area: PlotArea
  max: number
  isOnly: boolean
}

/**
 * Draws a line, whose steps from and to a bucket that is not whole are dashed. Where it is the only line, its shade and
 * the line of the values before are drawn too.
 */
export function linePaths(
  { partial }: SeriesModel,
  line: Line,
  color: number,
  { area, max, isOnly }: Canvas,
): Branch[] {
  const { values, previous } = line
  const isWhole = (i: number): boolean => !partial.has(i) && !partial.has(i - 1)
  return [
    ...(isOnly ? [path(`area c${color}`, shade(line, { area, max }))] : []),
    ...(isOnly && previous
      ? [
          path(
            'line before',
            linePath(area, max, previous, () => true),
          ),
        ]
      : []),
    path(`line c${color}`, linePath(area, max, values, isWhole)),
    path(
      `line dashed c${color}`,
      linePath(area, max, values, (i) => !isWhole(i)),
    ),
  ]
}

const path = (kind: string, d: string): Branch => makeElement('path', { class: kind, d })

interface LinePoint {
  i: number
  kind: 'dot' | 'hollow'
  value: number
}

/**
 * Returns the points of a line: a dot for each value without a neighbour, a hollow one for each bucket that is not
 * whole.
 */
export function linePoints({ partial }: SeriesModel, { values }: Line): LinePoint[] {
  const point = (i: number, kind: LinePoint['kind']) => ({ i, kind, value: values[i] ?? 0 })
  return [
    ...alone(values)
      .filter((i) => !partial.has(i))
      .map((i) => point(i, 'dot')),
    ...[...partial].filter((i) => typeof values[i] === 'number').map((i) => point(i, 'hollow')),
  ]
}

/** Draws the shade of a line: over the interval of a rate, or else below a count. */
function shade({ values, low, high }: Line, { area, max }: Pick<Canvas, 'area' | 'max'>): string {
  const isRate = low.some((end) => end !== null)
  return isRate ? bandPath(area, max, low, high) : areaPath(area, max, values)
}
