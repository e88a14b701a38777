const Z = 1.96 // 95 %

/**
 * Wilson score interval of a proportion, as [low, high]; null for an empty denominator, or where events are more
 * than one for each trial, so that the ratio is no proportion.
 */
export function wilson(successes: number, trials: number): [number, number] | null {
  if (trials === 0 || successes > trials) return null
  const p = successes / trials
  const z2 = Z * Z
  const denominator = 1 + z2 / trials
  const centre = (p + z2 / (2 * trials)) / denominator
  const half = (Z / denominator) * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials * trials))
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}
