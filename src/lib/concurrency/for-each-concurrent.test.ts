import { expect, it } from 'vitest'
import { severalAtOnce } from './for-each-concurrent.ts'

/** Work that is under way until it is let go. */
class Works {
  readonly begun: number[] = []
  readonly #ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()

  readonly work = (item: number): Promise<void> => {
    this.begun.push(item)
    return new Promise((resolve, reject) => this.#ends.set(item, { resolve, reject }))
  }

  async end(item: number, error?: Error): Promise<void> {
    if (error) this.#ends.get(item)?.reject(error)
    else this.#ends.get(item)?.resolve()
    await new Promise(setImmediate)
  }
}

it('does everything in order, so many at a time', async () => {
  const works = new Works()
  const all = severalAtOnce([1, 2, 3, 4], 2, works.work)
  expect(works.begun).toEqual([1, 2])
  await works.end(2)
  expect(works.begun).toEqual([1, 2, 3])
  await works.end(1)
  await works.end(3)
  await works.end(4)
  await all
  expect(works.begun).toEqual([1, 2, 3, 4])
})

it('ends what is under way before an error goes on, and begins nothing', async () => {
  const works = new Works()
  let isOver = false
  const all = severalAtOnce([1, 2, 3, 4], 2, works.work).finally(() => {
    isOver = true
  })
  const ends = Promise.allSettled([all])
  await works.end(1, new Error('no'))
  expect([isOver, works.begun]).toEqual([false, [1, 2]])
  await works.end(2)
  expect(await ends).toEqual([{ status: 'rejected', reason: new Error('no') }])
  expect(works.begun).toEqual([1, 2])
})
