import { setImmediate as nextTurn } from 'node:timers/promises'
/** The most pages of a transaction. A step is short, so that events and other writers get in between. */
const STEP_PAGES = 12
/** The number of steps that run at the same time: one is read or stored while the thread works on another. */
export const STEPS_AT_ONCE = 2

/** Yields the numbers of pages in groups of at most twelve. */
export function* stepsOf(nums: readonly number[]): Generator<number[]> {
  for (let from = 0; from < nums.length; from += STEP_PAGES) {
    yield nums.slice(from, from + STEP_PAGES)
  }
}

/** Lets requests and other work run, and throws the reason of the signal when the run is to end. */
export async function yieldToLoop(signal: AbortSignal): Promise<void> {
  await nextTurn()
  signal.throwIfAborted()
}
