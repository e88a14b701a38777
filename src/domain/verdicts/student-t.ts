/**
 * The smallest size of a term in the continued fraction by which Student's t is computed for real degrees of freedom.
 * Its tail is an incomplete beta function: https://dlmf.nist.gov/8.17#E22 and Press et al., Numerical Recipes (2007),
 * 6.4.
 */
const TINY = 1e-300
const PRECISION = 1e-13
const MAX_ROUNDS = 300

/** Returns the chance of a value above `t`. */
export function upperTail(t: number, freedom: number): number {
  if (t < 0) return 1 - upperTail(-t, freedom)
  const x = freedom / (freedom + t * t)
  return incompleteBeta(x, freedom / 2, 1 / 2) / 2
}

const quantileByFreedom = new Map<number, number>()

/**
 * Returns the value below which 97.5 % of all values lie. Results are kept, since there is only one for each number of
 * past changes.
 */
export function quantile975(freedom: number): number {
  const known = quantileByFreedom.get(freedom)
  if (known !== undefined) return known
  let [low, high] = [0, 1_000]
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2
    if (upperTail(middle, freedom) > 0.025) low = middle
    else high = middle
  }
  quantileByFreedom.set(freedom, high)
  return high
}

function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1
  // The fraction converges quickly on this side of the mean only.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) / a
  return front * continuedFraction(x, a, b)
}

/** Computes the continued fraction by Lentz's method, with a term of each of two kinds a round. */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1))
  let product = d
  for (let m = 1; m <= MAX_ROUNDS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / nonZero(1 + even * d)
    c = nonZero(1 + even / c)
    product *= c * d
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / nonZero(1 + odd * d)
    c = nonZero(1 + odd / c)
    product *= c * d
    if (Math.abs(c * d - 1) < PRECISION) break
  }
  return product
}

const nonZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b)

/**
 * Computes the logarithm of the gamma function by Stirling's series, which is exact to 13 digits from 10 on:
 * https://dlmf.nist.gov/5.11#E1.
 */
function logGamma(x: number): number {
  if (x < 10) return logGamma(x + 1) - Math.log(x)
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1_260 * x ** 5) - 1 / (1_680 * x ** 7)
  return (x - 1 / 2) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series
}
