import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

it('does one piece of work at a time, in order, with turns of the event loop between them for others', async () => {
  const turns = new Turns()
  const done: string[] = []
  let others = 0
  const stop = new AbortController()
  const other = async (): Promise<void> => {
    others += 1
    await turn()
    if (!stop.signal.aborted) await other()
  }
  const running = other()
  const seen: number[] = []
  await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => {
      await turns.next()
      done.push(name)
      seen.push(others)
    }),
  )
  stop.abort()
  await running
  expect(done).toEqual(['a', 'b', 'c', 'd'])
  expect(new Set(seen).size).toBe(4)
  expect(seen).toEqual(seen.toSorted((one, two) => one - two))
})

it('keeps a first piece of work from waiting', async () => {
  const order: string[] = []
  const waiting = turn().then(() => order.push('a turn later'))
  await new Turns().next()
  order.push('first')
  await waiting
  expect(order).toEqual(['first', 'a turn later'])
})
