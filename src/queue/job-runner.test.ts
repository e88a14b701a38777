import { join } from 'node:path'
import { setImmediate as breath } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LeaseLostError } from '../../db/jobs/lease.ts'
import type { TenantDb } from '../../db/tenant.ts'
import { connectReader } from '../../db/sqlite/connect.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { GiveUpError, JobRunner, type JobHandler, type RunningJob } from './job-runner.ts'

const LEASE_MS = 60_000

let app: TestApp
let tenant: TenantDb

beforeEach(async () => {
  app = await TestApp.start()
  tenant = app.app.services.context.tenant((await app.org()).id)
  const job = { id: 'job_1', queue: 'test', payload: '{}', runAt: app.clock.now() }
  await tenant.jobs.enqueue([job], app.clock.now())
})

afterEach(() => app[Symbol.asyncDispose]())

/** What a test does not say cannot happen in it. */
const unexpected = () => Promise.reject(new Error('Unexpected'))

async function start(handler: Partial<JobHandler>, isAlone = false): Promise<JobRunner> {
  const { database, log } = app.app.services
  const runner = new JobRunner(database.jobs, app.clock, log)
  const rest = { concurrency: 1, leaseMs: LEASE_MS, maxAttempts: 2, backoffMs: () => 1_000 }
  const whole: JobHandler = { ...rest, run: unexpected, buried: unexpected, ...handler }
  await runner.start({ test: whole }, { isAlone })
  return runner
}

const stored = (what: string): unknown => {
  const db = connectReader(join(app.directory, 'citable.db'))
  const value: unknown = db.prepare(`SELECT ${what} FROM job`).pluck().get()
  db.close()
  return value
}

/** A run that takes a job and works on it until its signal ends. */
function held() {
  let begin: (running: RunningJob) => void = () => undefined
  const begun = new Promise<RunningJob>((resolve) => {
    begin = resolve
  })
  const run = (running: RunningJob) =>
    new Promise<void>((_, reject) => {
      running.signal.addEventListener('abort', () => reject(running.signal.reason))
      begin(running)
    })
  return { begun, run }
}

/** Waits until the event loop has brought something about. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await breath()
}

describe('a stop', () => {
  it('ends what runs and gives it back, to be taken up at once', async () => {
    const first = held()
    const runner = await start({ run: first.run })
    const { signal } = await first.begun
    await runner[Symbol.asyncDispose]()
    expect(signal.aborted).toBe(true)
    expect([stored('lease_id'), stored('claims'), stored('attempts')]).toEqual([null, 0, 0])
    let runs = 0
    await using next = await start({ run: async () => void (runs += 1) })
    await next.onIdle()
    expect(runs).toBe(1)
    expect(stored('COUNT(*)')).toBe(0)
  })
})

describe('a server that starts', () => {
  it.each([
    { before: 'a server that is gone', wasAlone: true, runs: 1 },
    { before: 'a command beside it, which may live', wasAlone: false, runs: 0 },
  ])('takes $runs of the jobs of $before', async ({ wasAlone, runs: expected }) => {
    const first = held()
    await using _ = await start({ run: first.run }, wasAlone)
    await first.begun
    let runs = 0
    await using server = await start({ run: async () => void (runs += 1) }, true)
    await server.onIdle()
    expect(runs).toBe(expected)
  })
})

describe('a run whose lease was lost', () => {
  it('stores nothing, and leaves the job to whoever has it', async () => {
    const first = held()
    await using _ = await start({ run: first.run })
    const lost = await first.begun
    app.clock.advance({ ms: LEASE_MS })
    const second = held()
    await using runner = await start({ run: second.run })
    const { job } = await second.begun
    const late = tenant.transaction(async (trx) => {
      await trx.jobs.enqueue([{ id: 'job_2', queue: 'other', payload: '{}', runAt: 0 }], 0)
      await trx.jobs.end((raw) => lost.complete(raw))
    })
    await expect(late).rejects.toThrow(LeaseLostError)
    expect(stored('COUNT(*)')).toBe(1)
    expect(stored('lease_id')).toBe(job.leaseId)
    await runner[Symbol.asyncDispose]()
    expect(stored('lease_id')).toBeNull()
  })
})

describe('a JobRunner whose clock jumps', () => {
  it('runs no job twice at a time when the clock jumps ahead', async () => {
    const first = held()
    let runs = 0
    const run = (running: RunningJob) =>
      (runs += 1) === 1 ? first.run(running) : Promise.resolve()
    await using runner = await start({ run, concurrency: 2 })
    const { signal } = await first.begun
    app.clock.jump({ days: 1 })
    const job = { id: 'job_2', queue: 'test', payload: '{}', runAt: app.clock.now() }
    await tenant.jobs.enqueue([job], app.clock.now())
    runner.wake('test')
    await until(() => runs === 2)
    expect([runs, signal.aborted, stored('MAX(claims)')]).toEqual([2, false, 1])
  })

  it('keeps no job waiting when the clock jumps ahead and back, nor one whose process is gone', async () => {
    const store = app.app.services.database.jobs
    app.clock.jump({ days: 1 })
    await store.claim('test', { limit: 1, leaseMs: LEASE_MS, nowMs: app.clock.now() })
    app.clock.jump({ days: -1 })
    let runs = 0
    await using runner = await start({ run: async () => void (runs += 1) })
    for (const expected of [0, 0, 1]) {
      await runner.onIdle()
      expect(runs).toBe(expected)
      app.clock.advance({ ms: LEASE_MS })
    }
  })

  it('moves no job when the clock jumps back and ahead', async () => {
    await using runner = await start({ run: async () => undefined })
    await runner.onIdle()
    const job = { id: 'job_2', queue: 'test', payload: '{}', runAt: app.clock.now() + LEASE_MS }
    await tenant.jobs.enqueue([job], app.clock.now())
    app.clock.jump({ days: -1 })
    await runner.onIdle()
    app.clock.jump({ days: 1 })
    await runner.onIdle()
    expect(stored('run_at')).toBe(job.runAt)
  })
})

describe('a job that fails', () => {
  it('is tried again after a while, and set aside after its last attempt', async () => {
    let runs = 0
    const run = () => Promise.reject(new Error(`No ${(runs += 1)}`))
    await using runner = await start({ run, buried: async () => undefined })
    await runner.onIdle()
    expect([runs, stored('state'), stored('last_error')]).toEqual([1, 'ready', 'No 1'])
    app.clock.advance({ seconds: 1 })
    await runner.onIdle()
    expect([runs, stored('state'), stored('last_error')]).toEqual([2, 'dead', 'No 2'])
  })

  it('is set aside with what follows from it, or not at all', async () => {
    const run = () => Promise.reject(new GiveUpError('never'))
    let crashes = 1
    await using runner = await start({
      run,
      buried: (_, bury) =>
        tenant.transaction(async (trx) => {
          await trx.jobs.end(bury)
          if (crashes > 0) throw new Error(`Crash ${(crashes -= 1)}`)
        }),
    })
    await runner.onIdle()
    expect(stored('state')).toBe('ready')
    app.clock.advance({ ms: LEASE_MS })
    await runner.onIdle()
    expect(stored('state')).toBe('dead')
  })
})
