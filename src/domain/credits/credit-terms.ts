/** The least threshold of a balance that is low, in credits. */
const LEAST_THRESHOLD = 50

/** Returns the credits below which a balance is low: a tenth of the monthly grant, and at least 50. */
export const lowThresholdOf = (monthlyGrant: number): number =>
  Math.max(Math.ceil(monthlyGrant / 10), LEAST_THRESHOLD)
