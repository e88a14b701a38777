export type Interval = [low: number, high: number]

/** The standard errors on either side of an estimate that its 95 % interval takes in. */
export const Z = 1.96

/**
 * The least number of trials of a rate that is not marked: with fewer the interval is up to 36 points wide, and says
 * next to nothing.
 */
export const MIN_TRIALS = 30

/**
 * Computes the Wilson score interval of a proportion (95 %). Null without trials, and when there are more events than
 * trials, so that the ratio is no proportion. Source: E. B. Wilson, JASA 22 (1927).
 */
export function wilsonInterval(successes: number, trials: number): Interval | null {
  if (trials === 0 || successes > trials) return null
  const p = successes / trials
  const z2 = Z * Z
  const denominator = 1 + z2 / trials
  const centre = (p + z2 / (2 * trials)) / denominator
  const half = (Z / denominator) * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials * trials))
  // The bounds 0 and 1 are exact; computing them would leave a rounding error.
  return [
    successes === 0 ? 0 : Math.max(0, centre - half),
    successes === trials ? 1 : Math.min(1, centre + half),
  ]
}

/**
 * Computes the score interval (95 %) of a Poisson rate: independent events for each unit of exposure. Null without
 * exposure.
 */
export function poissonInterval(events: number, exposure: number): Interval | null {
  if (exposure <= 0) return null
  const centre = events + (Z * Z) / 2
  const half = Z * Math.sqrt(events + (Z * Z) / 4)
  return [Math.max(0, centre - half) / exposure, (centre + half) / exposure]
}
