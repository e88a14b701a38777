import { expect, it } from 'vitest'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

/** Work that goes on until it is let go. */
class Works {
  readonly begun: number[] = []
  readonly #endings = new Map<number, () => void>()

  readonly of = (item: number) => async (): Promise<number> => {
    this.begun.push(item)
    await new Promise<void>((resolve) => this.#endings.set(item, resolve))
    return item
  }

  async end(item: number): Promise<void> {
    this.#endings.get(item)?.()
    await new Promise(setImmediate)
  }
}

it('runs as many as it may, and the rest in the order in which they came', async () => {
  const limiter = new ConcurrencyLimiter(2)
  const works = new Works()
  const results = Promise.all([1, 2, 3, 4].map((item) => limiter.run(works.of(item))))
  expect(works.begun).toEqual([1, 2])
  expect(limiter.waiting).toBe(2)
  await works.end(2)
  expect(works.begun).toEqual([1, 2, 3])
  for (const item of [1, 3, 4]) await works.end(item)
  expect(await results).toEqual([1, 2, 3, 4])
})

it('goes on after work that throws, which its caller hears of', async () => {
  const limiter = new ConcurrencyLimiter(1)
  const failing = limiter.run(() => Promise.reject(new Error('no')))
  const next = limiter.run(() => Promise.resolve('next'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})

it('says when nothing waits, and when nothing runs', async () => {
  const limiter = new ConcurrencyLimiter(1)
  const works = new Works()
  const said: string[] = []
  const results = [limiter.run(works.of(1)), limiter.run(works.of(2))]
  const heard = [
    limiter.onNoneWaiting().then(() => said.push('none waits')),
    limiter.onIdle().then(() => said.push('idle')),
  ]
  await works.end(1)
  expect(said).toEqual(['none waits'])
  await works.end(2)
  await Promise.all([...results, ...heard])
  expect(said).toEqual(['none waits', 'idle'])
})
