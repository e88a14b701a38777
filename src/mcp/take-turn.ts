import { ConcurrencyLimiter } from '../lib/concurrency/concurrency-limiter.ts'
import { TimeSlice } from '../lib/concurrency/time-slice.ts'

/** Runs one piece of work of a request after the other. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

/** The calls of a batch come all at once; others are let in between two of them. */
export function makeTurns(): TakeTurn {
  const slice = new TimeSlice()
  const turns = new ConcurrencyLimiter(1)
  return (work) =>
    turns.run(async () => {
      await slice.yieldIfOver()
      return work()
    })
}
