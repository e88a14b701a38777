import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestApp } from '../testing/start-test-app.ts'
import { LEASE_MS, TestQueue } from '../testing/test-queue.ts'

let app: TestApp
let queue: TestQueue

// Each test has a service of its own: its clock goes back.
beforeEach(async () => {
  app = await TestApp.start()
  queue = await TestQueue.on(app)
})

afterEach(() => app[Symbol.asyncDispose]())

describe('a JobRunner whose clock jumps ahead and back', () => {
  it('keeps no job waiting when the clock jumps ahead and back, nor one whose process is gone', async () => {
    const store = app.app.services.database.jobs
    app.clock.jump({ days: 1 })
    await store.claim(queue.name, { limit: 1, leaseMs: LEASE_MS, nowMs: app.clock.now() })
    app.clock.jump({ days: -1 })
    let runs = 0
    await using runner = await queue.start({ run: async () => void (runs += 1) })
    for (const expected of [0, 0, 1]) {
      await runner.onIdle()
      expect(runs).toBe(expected)
      app.clock.advance({ ms: LEASE_MS })
    }
  })

  it('moves no job when the clock jumps back and ahead', async () => {
    await using runner = await queue.start({ run: async () => undefined })
    await runner.onIdle()
    const job = queue.job({ runAt: app.clock.now() + LEASE_MS })
    await queue.enqueue(job)
    app.clock.jump({ days: -1 })
    await runner.onIdle()
    app.clock.jump({ days: 1 })
    await runner.onIdle()
    expect(queue.stored('run_at')).toBe(job.runAt)
  })
})
