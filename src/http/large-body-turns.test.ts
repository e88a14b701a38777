import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ServiceError } from '../kernel/door/errors.ts'
import { largeBodyTurns } from './large-body-turns.ts'

function open() {
  const takeTurn = largeBodyTurns()
  return (name: string, left = new AbortController(), socket = new Socket()) =>
    takeTurn(new IncomingMessage(socket), { name, untilLeft: () => left.signal })
}

const codeOf = (error: unknown): string =>
  error instanceof ServiceError ? error.code : String(error)

/** Returns the number of the turn of the event loop in which each promise ended. */
async function turnsOf(ends: readonly Promise<unknown>[]): Promise<number[]> {
  let now = 0
  const stop = new AbortController()
  const count = async (): Promise<void> => {
    now += 1
    await turn()
    if (!stop.signal.aborted) await count()
  }
  const counting = count()
  const turns = await Promise.all(ends.map(async (end) => end.then(() => now)))
  stop.abort()
  await counting
  return turns
}

it('large bodies have one turn at a time, with turns of the event loop between them for others', async () => {
  const next = open()
  const turns = await turnsOf(['a', 'b', 'c', 'd'].map((name) => next(name)))
  expect(new Set(turns).size).toBe(4)
  expect(turns).toEqual(turns.toSorted((one, two) => one - two))
})

it('a first large body does not wait', async () => {
  const order: string[] = []
  const waiting = turn().then(() => order.push('a turn later'))
  await open()('a')
  order.push('first')
  await waiting
  expect(order).toEqual(['first', 'a turn later'])
})

it('senders of large bodies have turns, whoever came with many', async () => {
  const next = open()
  const done: string[] = []
  const ask = async (name: string): Promise<void> => {
    await next(name.slice(0, 1))
    done.push(name)
  }
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map(ask))
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4'])
})

it('fifty large bodies of a sender wait, and five hundred of all', async () => {
  const next = open()
  const codes: string[] = []
  const ask = (sender: string) => next(sender).catch((error: unknown) => codes.push(codeOf(error)))
  const all = Array.from({ length: 52 }, () => ask('a'))
  for (let other = 0; other < 451; other++) all.push(ask(`other ${other}`))
  await Promise.all(all)
  expect(codes).toEqual(['RATE_LIMITED', 'UNAVAILABLE'])
})

it('senders who have left have no turn, nor a place among those that wait', async () => {
  const next = open()
  await next('a')
  const gone = Array.from({ length: 50 }, () => new AbortController())
  const codes = Promise.all(gone.map((sender) => next('a', sender).catch(codeOf)))
  for (const sender of gone) sender.abort()
  const stay = Promise.all([next('a'), next('b')])
  expect(new Set(await codes)).toEqual(new Set(['BAD_REQUEST']))
  await stay
})

it('bodies that stand behind another one of their connection leave with it, and without a pause', async () => {
  const next = open()
  await next('a')
  const socket = new Socket()
  const codes: string[] = []
  const behind = ['a', 'b', 'c', 'd'].map((name) =>
    next(name, undefined, socket).catch((error: unknown) => codes.push(codeOf(error))),
  )
  socket.destroy()
  expect(new Set(await turnsOf(behind)).size).toBe(1)
  expect(codes).toEqual(['BAD_REQUEST', 'BAD_REQUEST', 'BAD_REQUEST', 'BAD_REQUEST'])
})
