// Tasks for tests of threads: one that works, and three that go wrong in ways of their own.
export const double = (number: number): number => number * 2

export const fail = (message: string): never => {
  throw new RangeError(message)
}

export const never = (_: null): never => {
  for (;;);
}

export const devour = (_: null): never => {
  const kept: number[][] = []
  for (;;) kept.push(Array.from({ length: 1_000 }, Math.random))
}
