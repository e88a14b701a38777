/** The part of a drawing that lines are in, in pixels. */
export interface PlotArea {
  left: number
  top: number
  width: number
  height: number
}

interface Run {
  from: number
  to: number
}

type Values = readonly (number | null)[]

/**
 * Returns the horizontal place of a bucket in pixels: buckets share the width evenly, and a single one is in the
 * middle.
 */
export const xOf = ({ left, width }: PlotArea, count: number, i: number): number =>
  round(left + (count < 2 ? width / 2 : (width * i) / (count - 1)))

export const yOf = ({ top, height }: PlotArea, max: number, value: number): number =>
  round(top + height * (1 - Math.max(0, value) / max))

/**
 * Returns the index of the bucket that is nearest to a place between the left end of the area, 0, and the right one, 1.
 */
export const nearestBucket = (share: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.round(share * (count - 1))))

/** Draws the steps between neighbours that both have a value, where `isDrawn` is true for the step. */
export function linePath(
  area: PlotArea,
  max: number,
  values: Values,
  isDrawn: (step: number) => boolean,
): string {
  let path = ''
  let at = -1
  for (let i = 1; i < values.length; i++) {
    const [from, to] = [values[i - 1] ?? null, values[i] ?? null]
    if (from === null || to === null || !isDrawn(i)) continue
    if (at !== i - 1) path += `M${point(area, max, values.length, i - 1, from)}`
    path += `L${point(area, max, values.length, i, to)}`
    at = i
  }
  return path
}

/** Draws the area between the values and zero; empty where there is no value. */
export function areaPath(area: PlotArea, max: number, values: Values): string {
  const count = values.length
  return runsOf(values)
    .filter(({ from, to }) => to > from)
    .map(({ from, to }) => {
      const top = values
        .slice(from, to + 1)
        .map((value, i) => point(area, max, count, from + i, value ?? 0))
      const base = yOf(area, max, 0)
      return `M${xOf(area, count, from)} ${base}L${top.join('L')}L${xOf(area, count, to)} ${base}Z`
    })
    .join('')
}

/** Draws the area between the lower and the upper ends of an interval, cut at the edges of the drawing. */
export function bandPath(area: PlotArea, max: number, low: Values, high: Values): string {
  const count = low.length
  const at = (ends: Values, i: number): string =>
    point(area, max, count, i, Math.min(max, ends[i] ?? 0))
  const both = low.map((end, i) => (typeof high[i] === 'number' ? end : null))
  return runsOf(both)
    .filter(({ from, to }) => to > from)
    .map(({ from, to }) => {
      const places = Array.from({ length: to - from + 1 }, (_, i) => from + i)
      const back = places.toReversed()
      return `M${places.map((i) => at(high, i)).join('L')}L${back.map((i) => at(low, i)).join('L')}Z`
    })
    .join('')
}

/** Returns the indexes of values without a neighbour, which no line shows. */
export const alone = (values: Values): number[] =>
  runsOf(values).flatMap(({ from, to }) => (from === to ? [from] : []))

function runsOf(values: Values): Run[] {
  const runs: Run[] = []
  for (const [i, value] of values.entries()) {
    if (value === null) continue
    const last = runs.at(-1)
    if (last?.to === i - 1) last.to = i
    else runs.push({ from: i, to: i })
  }
  return runs
}

const point = (area: PlotArea, max: number, count: number, i: number, value: number): string =>
  `${xOf(area, count, i)} ${yOf(area, max, value)}`

/** Rounds pixels to a tenth, as exact as a screen is. */
const round = (pixels: number): number => Math.round(pixels * 10) / 10
