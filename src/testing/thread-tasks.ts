// Tasks for tests of threads: one that works, and three that go wrong in ways of their own.
export const double = (number: number): number => number * 2

export const fail = (message: string): never => {
  throw new RangeError(message)
}

/** A task that does not end. */
export const stall = (step: number): number => {
  let count = 0
  for (;;) count += step
}

/** A task that takes all the memory that there is. */
export const devour = (size: number): number => {
  const kept: number[][] = []
  for (;;) kept.push(Array<number>(size * 1_000).fill(kept.length + 0.5))
}
