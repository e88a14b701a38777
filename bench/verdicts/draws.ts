/** Draws from [0, 1), by a seed. */
export type Draw = () => number

export function drawNormal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
}

/** Above this mean a count is drawn from the normal distribution, which is as good there as the true one. */
const LARGE = 60

export function drawPoisson(draw: Draw, mean: number): number {
  if (mean > LARGE) return Math.max(0, Math.round(mean + Math.sqrt(mean) * drawNormal(draw)))
  const limit = Math.exp(-mean)
  let product = draw()
  let count = 0
  while (product > limit) {
    product *= draw()
    count += 1
  }
  return count
}

/** Draws how many of `trials` remain, where each does with the chance `share`. */
export function drawBinomial(draw: Draw, trials: number, share: number): number {
  if (share >= 1) return trials
  if (share > 1 / 2) return trials - drawBinomial(draw, trials, 1 - share)
  const mean = trials * share
  if (mean > LARGE) {
    const value = Math.round(mean + Math.sqrt(mean * (1 - share)) * drawNormal(draw))
    return Math.min(trials, Math.max(0, value))
  }
  if (mean <= 0) return 0
  // Waits from one that remains to the next.
  const base = Math.log1p(-share)
  let count = 0
  let place = Math.floor(Math.log(1 - draw()) / base) + 1
  while (place <= trials) {
    count += 1
    place += Math.floor(Math.log(1 - draw()) / base) + 1
  }
  return count
}
