import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cost,
  gapMs,
  limit,
  NaiveLog,
  createTestLimiter,
  START_MS,
  startMs,
  takeMany,
} from '../testing/test-limiter.ts'

describe('a restarted RateLimiter', () => {
  it('is exact after close', () => {
    const { clock, limiter, restart } = createTestLimiter()
    takeMany(limiter, 'a', 120, 7)
    clock.nowMs += 30_000
    takeMany(limiter, 'a', 120, 60)
    const before = limiter.peek('a', 120)
    limiter.close()
    const next = restart()
    expect(next.peek('a', 120)).toEqual(before)
    expect(takeMany(next, 'a', 120, 120)).toBe(53)
    clock.nowMs += 31_000
    expect(next.peek('a', 120).remaining).toBe(7)
  })

  it('is stricter after a crash: a block begun counts in full', () => {
    const { clock, limiter, restart } = createTestLimiter()
    takeMany(limiter, 'a', 120, 1)
    expect(limiter.peek('a', 120).remaining).toBe(119)
    clock.nowMs += 2_000
    const next = restart()
    expect(next.peek('a', 120).remaining).toBe(114)
    clock.nowMs += 60_999
    expect(next.peek('a', 120).remaining).toBe(114)
    clock.nowMs += 1
    expect(next.peek('a', 120).remaining).toBe(120)
  })

  it('counts a block of before at the end of its five seconds', () => {
    const { clock, limiter, restart } = createTestLimiter()
    takeMany(limiter, 'a', 120, 1)
    clock.nowMs += 65_999
    expect(restart().peek('a', 120).remaining).toBe(114)
    clock.nowMs += 1
    expect(restart().peek('a', 120).remaining).toBe(120)
  })

  it('gives up what is left of a block after five seconds', () => {
    const { clock, disk, limiter } = createTestLimiter()
    limiter.take('a', 120)
    clock.nowMs += 4_999
    limiter.take('a', 120)
    expect(disk.recent(0)).toEqual([{ bucket: 'a', usableUntilMs: START_MS + 5_000, permits: 6 }])
    clock.nowMs += 1
    limiter.take('a', 120)
    expect(disk.recent(0)).toHaveLength(2)
    expect(limiter.peek('a', 120).remaining).toBe(117)
  })

  it('reserves before it admits, and admits nothing it could not reserve', () => {
    const { disk, limiter } = createTestLimiter()
    disk.close()
    expect(() => limiter.take('a', 120)).toThrow('not open')
    expect(limiter.peek('a', 120).remaining).toBe(120)
  })

  it('never exceeds the limit over crashes, restarts, jumps of the clock and full memory', () => {
    const event = fc.oneof(
      { weight: 40, arbitrary: fc.constant('take' as const) },
      { weight: 1, arbitrary: fc.constantFrom('crash', 'close', 'jump ahead', 'jump back') },
    )
    const bucket = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const step = fc.record({ event, gapMs, cost, bucket })
    const schedule = fc.array(step, { minLength: 150, maxLength: 300 })
    const room = fc.constantFrom(1, 2, 3, 1_000)
    fc.assert(
      fc.property(startMs, limit, schedule, room, (start, most, steps, maxBuckets) => {
        const { clock, disk, restart, limiter } = createTestLimiter(start, maxBuckets)
        const logs = new Map<string, NaiveLog>()
        let current = limiter
        let trueMs = start
        for (const { event: what, gapMs: gap, cost: price, bucket: name } of steps) {
          trueMs += gap
          clock.nowMs += gap
          if (what === 'jump ahead') clock.aheadMs += gap * 1_000
          if (what === 'jump back') clock.aheadMs -= gap * 1_000
          if (what === 'close') current.close()
          if (what === 'close' || what === 'crash') current = restart()
          const log = logs.get(name) ?? new NaiveLog()
          logs.set(name, log)
          if (current.take(name, most, price).allowed) log.add(trueMs, price)
        }
        for (const log of logs.values()) expect(log.worstWindow()).toBeLessThanOrEqual(most)
        disk.close()
      }),
      { numRuns: 200 },
    )
  })

  it('leaves the limiter unusable after close', async () => {
    const { limiter } = createTestLimiter()
    await limiter[Symbol.asyncDispose]()
    limiter.close()
    expect(() => limiter.take('a', 10)).toThrow('closed')
  })
})

describe('the memory of a RateLimiter', () => {
  it('gives an evicted bucket no new window', () => {
    const { limiter } = createTestLimiter(START_MS, 3)
    takeMany(limiter, 'a', 10, 10)
    for (const other of ['b', 'c', 'd', 'e']) limiter.take(other, 10)
    expect(limiter.peek('a', 10)).toMatchObject({ allowed: false, retryAfterSeconds: 61 })
    expect(limiter.take('a', 10)).toMatchObject({ allowed: false, retryAfterSeconds: 61 })
  })

  it('gives an evicted bucket no new window after a clean restart either', () => {
    const { limiter, restart } = createTestLimiter(START_MS, 3)
    takeMany(limiter, 'a', 10, 10)
    for (const other of ['b', 'c', 'd', 'e']) limiter.take(other, 10)
    limiter.close()
    expect(restart().take('a', 10).allowed).toBe(false)
  })

  it('evicts the bucket idle for longest, and starts strangers with nothing', () => {
    const { clock, limiter } = createTestLimiter(START_MS, 2)
    takeMany(limiter, 'a', 10, 3)
    clock.nowMs += 1_000
    takeMany(limiter, 'b', 10, 2)
    clock.nowMs += 1_000
    limiter.take('a', 10)
    limiter.take('c', 10)
    expect(limiter.peek('a', 10).remaining).toBe(6)
    expect(limiter.peek('b', 10).remaining).toBe(8)
    expect(limiter.peek('c', 10).remaining).toBe(9)
  })

  it('forgets evicted counts with the window', () => {
    const { clock, limiter } = createTestLimiter(START_MS, 1)
    takeMany(limiter, 'a', 10, 10)
    limiter.take('b', 10)
    clock.nowMs += 61_000
    expect(takeMany(limiter, 'a', 10, 11)).toBe(10)
  })

  it('lets the store forget blocks that no longer count', () => {
    const { clock, disk, limiter } = createTestLimiter()
    for (let minute = 0; minute < 10; minute++) {
      takeMany(limiter, 'a', 100, 100)
      clock.nowMs += 61_000
    }
    limiter.take('a', 100)
    expect(disk.recent(0).length).toBeLessThanOrEqual(41)
  })
})
