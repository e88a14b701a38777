import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ServiceError } from '../kernel/door/errors.ts'
import { FairQueue } from './fair-queue.ts'

it('FairQueue does one piece of work at a time, in order, with turns of the event loop between them for others', async () => {
  const turns = new FairQueue()
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
      await turns.next(name)
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

it('FairQueue keeps a first piece of work from waiting', async () => {
  const order: string[] = []
  const waiting = turn().then(() => order.push('a turn later'))
  await new FairQueue().next('a')
  order.push('first')
  await waiting
  expect(order).toEqual(['first', 'a turn later'])
})

it('FairQueue serves callers in turn, whoever came with many', async () => {
  const turns = new FairQueue()
  const done: string[] = []
  const ask = async (name: string, caller: string): Promise<void> => {
    await turns.next(caller)
    done.push(name)
  }
  const many = ['a1', 'a2', 'a3', 'a4'].map((name) => ask(name, 'a'))
  await Promise.all([...many, ask('b1', 'b'), ask('c1', 'c')])
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

it('FairQueue lets fifty of a caller wait, and five hundred of all', async () => {
  const turns = new FairQueue()
  const codes: string[] = []
  const ask = (caller: string): Promise<unknown> =>
    turns.next(caller).catch((error: unknown) => {
      codes.push(error instanceof ServiceError ? error.code : String(error))
    })
  const all = Array.from({ length: 52 }, () => ask('a'))
  for (let other = 0; other < 451; other++) all.push(ask(`other ${other}`))
  await Promise.all(all)
  expect(codes).toEqual(['RATE_LIMITED', 'UNAVAILABLE'])
})

it('FairQueue passes over those who have left', async () => {
  const turns = new FairQueue()
  await turns.next('a')
  const gone = Array.from({ length: 8 }, () => turns.next('a', () => true))
  const stays = turns.next('b')
  await Promise.all([...gone, stays])
  await expect(turns.next('a')).resolves.toBe(undefined)
})
