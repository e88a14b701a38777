/** One value of a dimension on both sides: what was counted, and for a ratio what it is divided by. */
export interface ComparedValue {
  label: string
  now: Ratio
  before: Ratio
}

interface Ratio {
  numerator: number
  denominator: number
}

/** The effect of one value on the total. */
export interface Driver extends ComparedValue {
  /** The share of this value in the total's change; all effects sum to it. */
  effect: number
  /**
   * The part of a ratio's effect that comes from its own change, the rest being its changed weight; null for counts.
   */
  rateEffect: number | null
  mixEffect: number | null
}

/** Takes the change of a count as the sum of its parts' changes. */
export function decomposeCount(parts: readonly ComparedValue[]): Driver[] {
  return parts.map((part) => ({
    ...part,
    effect: part.now.numerator - part.before.numerator,
    rateEffect: null,
    mixEffect: null,
  }))
}

/**
 * Takes the change of a ratio as the sum of its parts' effects. A part's own change is weighed with the mean of its
 * weights, and the change of its weight with the distance of its mean ratio from the total's (symmetrical shift-share
 * analysis, so that it does not matter which side comes first). A part that has counts and nothing to divide by, such
 * as clicks of an engine, has only its whole effect.
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

/** Gives a side without events the rate of the other side: it did not change, it only had no weight. */
function ratesOf({ now, before }: ComparedValue): [number, number] {
  const r1 = now.denominator === 0 ? null : now.numerator / now.denominator
  const r0 = before.denominator === 0 ? null : before.numerator / before.denominator
  return [r1 ?? r0 ?? 0, r0 ?? r1 ?? 0]
}

const divide = (a: number, b: number): number => (b === 0 ? 0 : a / b)
