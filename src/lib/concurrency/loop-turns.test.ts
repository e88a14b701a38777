import { expect, it } from 'vitest'
import { countTurns } from '../../testing/count-turns.ts'
import { loopTurns } from './loop-turns.ts'

/** Takes longer than a turn has time for. */
function work(item: number): number {
  const until = performance.now() + 8
  while (performance.now() < until);
  return item * 2
}

it('long work of many gets a turn a piece, and each has its own in order; what is short needs none', async () => {
  const lists = [
    [1, 2],
    [3, 4],
    [5, 6],
  ]
  const { turns, result } = await countTurns(() =>
    Promise.all(lists.map((list) => loopTurns.map(list, work))),
  )
  expect(result).toEqual([
    [2, 4],
    [6, 8],
    [10, 12],
  ])
  expect(turns).toBeGreaterThanOrEqual(5)
  await new Promise(setImmediate)
  const short = await countTurns(() => loopTurns.map([1, 2, 3], (item) => item))
  expect(short).toEqual({ result: [1, 2, 3], turns: 0 })
})
