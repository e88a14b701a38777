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

const DAY_MS = 86_400_000

describe('the window', () => {
  it('admits exactly 120 of 121 in one second, then tells when the next may come', () => {
    const { clock, limiter } = createTestLimiter(START_MS + 500)
    expect(takeMany(limiter, 'a', 120, 120)).toBe(120)
    const refused = { allowed: false, limit: 120, remaining: 0, retryAfterSeconds: 61 }
    expect(limiter.take('a', 120)).toEqual(refused)
    clock.nowMs += 60_000
    expect(limiter.take('a', 120)).toEqual({ ...refused, retryAfterSeconds: 1 })
    clock.nowMs += 1_000
    expect(takeMany(limiter, 'a', 120, 121)).toBe(120)
  })

  it('refuses a second burst 59.999 s after the end of the first', () => {
    const { clock, limiter } = createTestLimiter(START_MS + 999)
    expect(takeMany(limiter, 'a', 120, 120)).toBe(120)
    clock.nowMs += 59_999
    expect(takeMany(limiter, 'a', 120, 120)).toBe(0)
    clock.nowMs += 2
    expect(takeMany(limiter, 'a', 120, 121)).toBe(120)
  })

  it('agrees with a log of every request over random schedules', () => {
    const schedule = fc.array(fc.record({ gapMs, cost }), { minLength: 120, maxLength: 240 })
    const seen = { arrivals: 0, refusals: 0 }
    fc.assert(
      fc.property(startMs, limit, schedule, (start, most, requests) => {
        const { clock, disk, limiter } = createTestLimiter(start)
        const log = new NaiveLog()
        for (const request of requests) {
          clock.nowMs += request.gapMs
          seen.arrivals++
          const fits = log.inSlots(clock.nowMs) + request.cost <= most
          const verdict = limiter.take('a', most, request.cost)
          if (fits) log.add(clock.nowMs, request.cost)
          else seen.refusals++
          const wait = fits ? 0 : log.retryAfterSeconds(clock.nowMs, most, request.cost)
          const remaining = most - log.inSlots(clock.nowMs)
          expect(verdict).toEqual({
            allowed: fits,
            limit: most,
            remaining,
            retryAfterSeconds: wait,
          })
        }
        expect(log.worstWindow()).toBeLessThanOrEqual(most)
        disk.close()
      }),
      { numRuns: 250 },
    )
    expect(seen.arrivals).toBeGreaterThan(20_000)
    expect(seen.refusals).toBeGreaterThan(2_000)
  })

  it('counts down `remaining` by the cost through a burst', () => {
    const { limiter } = createTestLimiter()
    const remaining = Array.from({ length: 7 }, () => limiter.take('a', 20, 3).remaining)
    expect(remaining).toEqual([17, 14, 11, 8, 5, 2, 2])
  })

  it('holds a limit of 65,535 and refuses to work with a higher one', () => {
    const { limiter } = createTestLimiter()
    expect(takeMany(limiter, 'a', 65_535, 65_536)).toBe(65_535)
    expect(() => limiter.take('a', 65_536)).toThrow(RangeError)
    expect(() => limiter.take('a', 1.5)).toThrow(RangeError)
    expect(() => limiter.take('a', 10, -1)).toThrow(RangeError)
    expect(() => limiter.take('a', 10, Number.NaN)).toThrow(RangeError)
  })

  it('never admits a cost above the limit and says 60 seconds', () => {
    const { limiter } = createTestLimiter()
    const refused = { allowed: false, limit: 10, remaining: 10, retryAfterSeconds: 60 }
    expect(limiter.take('a', 10, 11)).toEqual(refused)
    expect(limiter.take('a', 10, 10).allowed).toBe(true)
    expect(limiter.take('a', 10, 11)).toEqual({ ...refused, remaining: 0 })
    expect(limiter.take('a', 0)).toEqual({ ...refused, limit: 0, remaining: 0 })
  })

  it('applies a changed limit to what is already counted', () => {
    const { limiter } = createTestLimiter()
    takeMany(limiter, 'a', 100, 50)
    expect(limiter.take('a', 20)).toMatchObject({ allowed: false, remaining: 0 })
    expect(limiter.take('a', 200)).toMatchObject({ allowed: true, remaining: 149 })
  })

  it('tells by peek what take would answer, counting nothing', () => {
    const { limiter } = createTestLimiter()
    expect(limiter.peek('a', 2)).toMatchObject({ allowed: true, remaining: 2 })
    takeMany(limiter, 'a', 2, 1)
    expect(limiter.peek('a', 2)).toMatchObject({ allowed: true, remaining: 1 })
    takeMany(limiter, 'a', 2, 1)
    expect(limiter.peek('a', 2)).toEqual(limiter.take('a', 2))
    expect(limiter.peek('a', 0)).toMatchObject({ allowed: false, retryAfterSeconds: 60 })
  })
})

describe('a RateLimiter whose clock jumps', () => {
  it.each([DAY_MS, -DAY_MS])(
    'opens no window and shuts nobody out by a jump of %i ms and back',
    (jumpMs) => {
      const { clock, limiter } = createTestLimiter()
      takeMany(limiter, 'a', 10, 10)
      const refused = { allowed: false, limit: 10, remaining: 0 }
      for (const aheadMs of [jumpMs, 0, jumpMs, 0]) {
        clock.nowMs += 10_000
        clock.aheadMs = aheadMs
        const left = 61 - (clock.nowMs - START_MS) / 1_000
        expect(limiter.take('a', 10)).toEqual({ ...refused, retryAfterSeconds: left })
      }
      clock.nowMs += 21_000
      expect(takeMany(limiter, 'a', 10, 11)).toBe(10)
    },
  )

  it.each([DAY_MS, -DAY_MS])(
    'makes the next process wait no longer than a window after a jump of %i ms, back or not',
    (jumpMs) => {
      const { clock, limiter, restart } = createTestLimiter()
      clock.aheadMs = jumpMs
      clock.nowMs += 1_000
      takeMany(limiter, 'a', 10, 10)
      for (const aheadMs of [jumpMs, 0]) {
        clock.aheadMs = aheadMs
        const next = restart()
        const { retryAfterSeconds } = next.peek('a', 10)
        expect(retryAfterSeconds).toBeLessThanOrEqual(61)
      }
    },
  )

  it('keeps the windows of a process that was killed after the jump', () => {
    const { clock, limiter, restart } = createTestLimiter()
    takeMany(limiter, 'a', 10, 10)
    clock.aheadMs = DAY_MS
    clock.nowMs += 1_000
    limiter.peek('a', 10) // the first look after the jump
    expect(restart().take('a', 10)).toMatchObject({ allowed: false })
  })

  it('takes a clock with fractions of a millisecond', () => {
    const { clock, limiter, restart } = createTestLimiter(START_MS + 0.25)
    takeMany(limiter, 'a', 10, 10)
    clock.nowMs += 0.5
    expect(restart().take('a', 10).allowed).toBe(false)
  })
})
