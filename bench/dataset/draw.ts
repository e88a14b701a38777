/** Small fast generator (mulberry32): the same seed gives the same year. */
export function createDraw(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Picks 0 to `count` - 1, the n-th in proportion to 1/n (Zipf's law). */
export function createZipf(count: number): (draw: number) => number {
  const sums = new Float64Array(count)
  let total = 0
  for (let i = 0; i < count; i++) {
    total += 1 / (i + 1)
    sums[i] = total
  }
  return (draw) => {
    const sought = draw * total
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < sought) low = middle + 1
      else high = middle
    }
    return low
  }
}
