import { expect, it } from 'vitest'
import { WorkerPool } from './worker-pool.ts'

const module = new URL('../testing/thread-tasks.js', import.meta.url)
type Compute = (number: number) => number

const threadsFor = (timeoutMs: number) => new WorkerPool({ module, source: module, timeoutMs })

const doubled = (threads: WorkerPool, numbers: readonly number[]) =>
  Promise.all(numbers.map((number) => threads.run<Compute>('double', number)))

it('WorkerPool answers what the task of that name makes of its input', async () => {
  await using threads = threadsFor(30_000)
  expect(await doubled(threads, [1, 2, 3])).toEqual([2, 4, 6])
})

it('WorkerPool throws what a task throws', async () => {
  await using threads = threadsFor(30_000)
  await expect(threads.run<(message: string) => never>('fail', 'out of tea')).rejects.toThrow(
    'out of tea',
  )
  expect(await threads.run<Compute>('double', 21)).toBe(42)
})

it.each([
  { name: 'stall', timeoutMs: 2_000, message: /aborted/ },
  { name: 'devour', timeoutMs: 30_000, message: /memory/ },
] as const)(
  'gives up a task that would $name for ever, and loses no other',
  async ({ name, timeoutMs, message }) => {
    await using threads = threadsFor(timeoutMs)
    const lost = threads.run<Compute>(name, 1_000)
    const [, others] = await Promise.all([
      expect(lost).rejects.toThrow(message),
      doubled(
        threads,
        Array.from({ length: 20 }, (_, i) => i),
      ),
    ])
    expect(others).toEqual(Array.from({ length: 20 }, (_, i) => 2 * i))
  },
)
