import { setImmediate as breath } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LeaseLostError } from '../../db/jobs/lease.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { GiveUpError, type RunningJob } from './job-handler.ts'
import { held, LEASE_MS, TestQueue } from '../testing/test-queue.ts'

let app: TestApp
let queue: TestQueue

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  queue = await TestQueue.on(app)
})

afterAll(() => app[Symbol.asyncDispose]())

/** Waits until the event loop has brought something about. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await breath()
}

describe('a stop', () => {
  it('ends what runs and gives it back, to be taken up at once', async () => {
    const first = held()
    const runner = await queue.start({ run: first.run })
    const { signal } = await first.begun
    await runner[Symbol.asyncDispose]()
    expect(signal.aborted).toBe(true)
    expect([queue.stored('lease_id'), queue.stored('claims'), queue.stored('attempts')]).toEqual([
      null,
      0,
      0,
    ])
    let runs = 0
    await using next = await queue.start({ run: async () => void (runs += 1) })
    await next.onIdle()
    expect(runs).toBe(1)
    expect(queue.stored('COUNT(*)')).toBe(0)
  })
})

describe('a server that starts', () => {
  it.each([
    { before: 'a server that is gone', wasAlone: true, runs: 1 },
    { before: 'a command beside it, which may live', wasAlone: false, runs: 0 },
  ])('takes $runs of the jobs of $before', async ({ wasAlone, runs: expected }) => {
    const first = held()
    await using _ = await queue.start({ run: first.run }, wasAlone)
    await first.begun
    let runs = 0
    await using server = await queue.start({ run: async () => void (runs += 1) }, true)
    await server.onIdle()
    expect(runs).toBe(expected)
  })
})

describe('a run whose lease was lost', () => {
  it('stores nothing, and leaves the job to whoever has it', async () => {
    const first = held()
    await using _ = await queue.start({ run: first.run })
    const lost = await first.begun
    app.clock.advance({ ms: LEASE_MS })
    const second = held()
    await using runner = await queue.start({ run: second.run })
    const { job } = await second.begun
    const late = queue.tenant.transaction(async (trx) => {
      await trx.jobs.enqueue([queue.job({ queue: 'other' })], 0)
      await trx.jobs.end((raw) => lost.complete(raw))
    })
    await expect(late).rejects.toThrow(LeaseLostError)
    expect(queue.stored('COUNT(*)')).toBe(1)
    expect(queue.stored('lease_id')).toBe(job.leaseId)
    await runner[Symbol.asyncDispose]()
    expect(queue.stored('lease_id')).toBeNull()
  })
})

describe('a JobRunner whose clock jumps', () => {
  it('runs no job twice at a time when the clock jumps ahead', async () => {
    const first = held()
    let runs = 0
    const run = (running: RunningJob) =>
      (runs += 1) === 1 ? first.run(running) : Promise.resolve()
    await using runner = await queue.start({ run, concurrency: 2 })
    const { signal } = await first.begun
    app.clock.jump({ days: 1 })
    await queue.enqueue(queue.job())
    runner.wake(queue.name)
    await until(() => runs === 2)
    expect([runs, signal.aborted, queue.stored('MAX(claims)')]).toEqual([2, false, 1])
  })
})

describe('a job that fails', () => {
  it('is tried again after a while, and set aside after its last attempt', async () => {
    let runs = 0
    const run = () => Promise.reject(new Error(`No ${(runs += 1)}`))
    await using runner = await queue.start({ run, buried: async () => undefined })
    await runner.onIdle()
    expect([runs, queue.stored('state'), queue.stored('last_error')]).toEqual([1, 'ready', 'No 1'])
    app.clock.advance({ seconds: 1 })
    await runner.onIdle()
    expect([runs, queue.stored('state'), queue.stored('last_error')]).toEqual([2, 'dead', 'No 2'])
  })

  it('is set aside with what follows from it, or not at all', async () => {
    const run = () => Promise.reject(new GiveUpError('never'))
    let crashes = 1
    await using runner = await queue.start({
      run,
      buried: (_, bury) =>
        queue.tenant.transaction(async (trx) => {
          await trx.jobs.end(bury)
          if (crashes > 0) throw new Error(`Crash ${(crashes -= 1)}`)
        }),
    })
    await runner.onIdle()
    expect(queue.stored('state')).toBe('ready')
    app.clock.advance({ ms: LEASE_MS })
    await runner.onIdle()
    expect(queue.stored('state')).toBe('dead')
  })
})
