// Tasks for tests of threads: one that works, and three that go wrong in ways of their own. They are JavaScript, so that
// a thread starts at once: its start counts in the time of its first task.
export const double = (/** @type {number} */ number) => number * 2

export const fail = (/** @type {string} */ message) => {
  throw new RangeError(message)
}

/** A task that does not end. */
export const stall = (/** @type {number} */ step) => {
  let count = 0
  for (;;) count += step
}

/** A task that takes all the memory that there is. */
export const devour = (/** @type {number} */ size) => {
  const kept = []
  for (;;) kept.push(Array(size * 1_000).fill(kept.length + 0.5))
}
