import type { Panel } from './series.ts'

/** Returns the upper end of the axis of values, which begins at zero and has room for all that is drawn. */
export const axisEnd = ({ lines }: Panel): number => {
  const values = lines.flatMap((line) => [...line.values, ...(line.previous ?? [])])
  return roundUp(Math.max(0, ...values.filter((value) => value !== null)))
}

/** The leading digits of round numbers. Half of each is as short to write as the number itself. */
const STEPS = [1, 2, 3, 4, 5, 6, 8, 10]

/**
 * Returns the next round number that is not below a value, for the upper end of an axis; 1 for an axis without values.
 */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = STEPS.find((size) => size * power >= value) ?? 10
  return Number((step * power).toPrecision(3))
}

/** Returns the indexes of at most `most` labels among `count` buckets, evenly spaced from the first on. */
export function labelled(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)))
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step)
}
