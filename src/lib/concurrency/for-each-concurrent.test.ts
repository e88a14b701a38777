import { expect, it } from 'vitest'
import { forEachConcurrent } from './for-each-concurrent.ts'

/** Work that stays pending until the test ends it. */
class PendingWork {
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

it('forEachConcurrent starts items in order, up to the limit at a time', async () => {
  const works = new PendingWork()
  const all = forEachConcurrent([1, 2, 3, 4], 2, works.work)
  expect(works.begun).toEqual([1, 2])
  await works.end(2)
  expect(works.begun).toEqual([1, 2, 3])
  await works.end(1)
  await works.end(3)
  await works.end(4)
  await all
  expect(works.begun).toEqual([1, 2, 3, 4])
})

it('forEachConcurrent waits for running work before it throws, and starts no more', async () => {
  const works = new PendingWork()
  let isOver = false
  const all = forEachConcurrent([1, 2, 3, 4], 2, works.work).finally(() => {
    isOver = true
  })
  const ends = Promise.allSettled([all])
  await works.end(1, new Error('no'))
  expect([isOver, works.begun]).toEqual([false, [1, 2]])
  await works.end(2)
  expect(await ends).toEqual([{ status: 'rejected', reason: new Error('no') }])
  expect(works.begun).toEqual([1, 2])
})
