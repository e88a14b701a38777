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

/** What one part did to the total. */
export interface Driver extends ComparedValue {
  /** Its share in the total's change; all of them sum to it. */
  effect: number
  /** Of a ratio: because its own ratio changed, and because it weighs more or less than before. */
  rateEffect: number | null
  mixEffect: number | null
}

/** A count's change is the sum of its parts' changes. */
export function decomposeCount(parts: readonly ComparedValue[]): Driver[] {
  return parts.map((part) => ({
    ...part,
    effect: part.now.numerator - part.before.numerator,
    rateEffect: null,
    mixEffect: null,
  }))
}

/**
 * A ratio's change as the sum of its parts' effects. Each part's own change is weighed with the mean of its weights, and
 * the change of its weight with how far its mean ratio lies from the total's (shift and share, in the symmetrical form,
 * so that it does not matter which side comes first). Where a part has counts and nothing to divide by, such as clicks
 * of an engine, only its whole effect is told.
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

/** A side without any events has the rate of the other: it did not change, it only weighed nothing. */
function ratesOf({ now, before }: ComparedValue): [number, number] {
  const r1 = now.denominator === 0 ? null : now.numerator / now.denominator
  const r0 = before.denominator === 0 ? null : before.numerator / before.denominator
  return [r1 ?? r0 ?? 0, r0 ?? r1 ?? 0]
}

const divide = (a: number, b: number): number => (b === 0 ? 0 : a / b)
