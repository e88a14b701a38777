/** One value of a dimension in both ranges: its count and, for a ratio, the number that the count is divided by. */
export interface ComparedValue {
  label: string
  now: Ratio
  before: Ratio
}

interface Ratio {
  numerator: number
  denominator: number
}

/** One value of a dimension with its effect on the total. */
export interface Driver extends ComparedValue {
  /** The part of the total's change that this value makes; the effects of all values sum to that change. */
  effect: number
  /**
   * The part of a ratio's `effect` that comes from the value's own change, the rest coming from its changed weight;
   * null for counts.
   */
  rateEffect: number | null
  mixEffect: number | null
}

/** Splits the change of a count into the changes of its parts. */
export function decomposeCount(parts: readonly ComparedValue[]): Driver[] {
  return parts.map((part) => ({
    ...part,
    effect: part.now.numerator - part.before.numerator,
    rateEffect: null,
    mixEffect: null,
  }))
}

/**
 * Splits the change of a ratio into the effects of its parts. A part's own change is weighed with the mean of its
 * weights, and the change of its weight with the distance of its mean ratio from the total's (symmetrical shift-share
 * analysis, so that swapping the sides only changes the signs). If any part has counts and nothing to divide by, as
 * clicks by engine have, all parts have only their whole effects.
 */
export function decomposeRatio(
  parts: readonly ComparedValue[],
  now: Ratio,
  before: Ratio,
): Driver[] {
  const weight = (part: Ratio, total: Ratio): number => divide(part.denominator, total.denominator)
  const mean =
    (divide(now.numerator, now.denominator) + divide(before.numerator, before.denominator)) / 2
  const hasLoose = parts.some((part) => isLoose(part.now) || isLoose(part.before))
  return parts.map((part) => {
    const plain =
      divide(part.now.numerator, now.denominator) -
      divide(part.before.numerator, before.denominator)
    if (hasLoose) return { ...part, effect: plain, rateEffect: null, mixEffect: null }
    const [w1, w0] = [weight(part.now, now), weight(part.before, before)]
    const [r1, r0] = ratesOf(part)
    const rateEffect = ((w0 + w1) / 2) * (r1 - r0)
    const mixEffect = ((r0 + r1) / 2 - mean) * (w1 - w0)
    return { ...part, effect: rateEffect + mixEffect, rateEffect, mixEffect }
  })
}

const isLoose = ({ numerator, denominator }: Ratio): boolean => denominator === 0 && numerator > 0

/**
 * Returns the rates of both sides. A side without events takes the rate of the other: the rate did not change, it had
 * no weight.
 */
function ratesOf({ now, before }: ComparedValue): [number, number] {
  const r1 = now.denominator === 0 ? null : now.numerator / now.denominator
  const r0 = before.denominator === 0 ? null : before.numerator / before.denominator
  return [r1 ?? r0 ?? 0, r0 ?? r1 ?? 0]
}

const divide = (a: number, b: number): number => (b === 0 ? 0 : a / b)
