import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openPermitStore } from '../../db/permit-store.ts'
import { RateLimiter } from './rate-limit.ts'

const START_MS = 1_790_000_000_000

/** A limiter on a fake clock, and a disk that outlives it: `restart` without `close` is a crash. */
function setUp(startMs = START_MS, maxBuckets = 1_000) {
  const disk = openPermitStore(':memory:')
  const store = { ...disk, close: () => {} }
  const clock = { nowMs: startMs }
  const restart = () => new RateLimiter({ now: () => clock.nowMs, store, maxBuckets })
  return { clock, disk, restart, limiter: restart() }
}

function takeMany(limiter: RateLimiter, bucket: string, limit: number, times: number): number {
  let admitted = 0
  for (let i = 0; i < times; i++) if (limiter.take(bucket, limit).allowed) admitted++
  return admitted
}

/** Every admitted request with its instant: what the limiter must never contradict. */
class NaiveLog {
  readonly #admitted: { atMs: number; cost: number }[] = []

  add(atMs: number, cost: number): void {
    this.#admitted.push({ atMs, cost })
  }

  /** Permits admitted in the 60 s that end with `endMs`. */
  inWindow(endMs: number): number {
    return this.#sum((atMs) => atMs > endMs - 60_000 && atMs <= endMs)
  }

  /** The same, rounded up to whole seconds: what may be counted against a request at `nowMs`. */
  inSlots(nowMs: number): number {
    const oldest = Math.floor(nowMs / 1_000) - 60
    return this.#sum((atMs) => Math.floor(atMs / 1_000) >= oldest)
  }

  worstWindow(): number {
    return Math.max(0, ...this.#admitted.map(({ atMs }) => this.inWindow(atMs)))
  }

  /** The least whole seconds after which a request of `price` fits; 60 if it never does. */
  retryAfterSeconds(nowMs: number, most: number, price: number): number {
    if (price > most) return 60
    let seconds = 1
    while (this.inSlots(nowMs + seconds * 1_000) + price > most) seconds++
    return seconds
  }

  #sum(isCounted: (atMs: number) => boolean): number {
    let sum = 0
    for (const { atMs, cost } of this.#admitted) if (isCounted(atMs)) sum += cost
    return sum
  }
}

const gapMs = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 2_500 }) },
  { weight: 2, arbitrary: fc.integer({ min: 4_900, max: 5_100 }) },
  { weight: 1, arbitrary: fc.integer({ min: 58_000, max: 62_000 }) },
)
const cost = fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 12 }))
const limit = fc.integer({ min: 1, max: 130 })
const startMs = fc.integer({ min: START_MS, max: START_MS + 61_000 })

describe('the window', () => {
  it('admits exactly 120 of 121 in one second, then tells when the next may come', () => {
    const { clock, limiter } = setUp(START_MS + 500)
    expect(takeMany(limiter, 'a', 120, 120)).toBe(120)
    const refused = { allowed: false, limit: 120, remaining: 0, retryAfterSeconds: 61 }
    expect(limiter.take('a', 120)).toEqual(refused)
    clock.nowMs += 60_000
    expect(limiter.take('a', 120)).toEqual({ ...refused, retryAfterSeconds: 1 })
    clock.nowMs += 1_000
    expect(takeMany(limiter, 'a', 120, 121)).toBe(120)
  })

  it('refuses a second burst 59.999 s after the end of the first', () => {
    const { clock, limiter } = setUp(START_MS + 999)
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
        const { clock, disk, limiter } = setUp(start)
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
    const { limiter } = setUp()
    const remaining = Array.from({ length: 7 }, () => limiter.take('a', 20, 3).remaining)
    expect(remaining).toEqual([17, 14, 11, 8, 5, 2, 2])
  })

  it('holds a limit of 65,535 and refuses to work with a higher one', () => {
    const { limiter } = setUp()
    expect(takeMany(limiter, 'a', 65_535, 65_536)).toBe(65_535)
    expect(() => limiter.take('a', 65_536)).toThrow(RangeError)
    expect(() => limiter.take('a', 1.5)).toThrow(RangeError)
    expect(() => limiter.take('a', 10, -1)).toThrow(RangeError)
    expect(() => limiter.take('a', 10, Number.NaN)).toThrow(RangeError)
  })

  it('never admits a cost above the limit and says 60 seconds', () => {
    const { limiter } = setUp()
    const refused = { allowed: false, limit: 10, remaining: 10, retryAfterSeconds: 60 }
    expect(limiter.take('a', 10, 11)).toEqual(refused)
    expect(limiter.take('a', 10, 10).allowed).toBe(true)
    expect(limiter.take('a', 10, 11)).toEqual({ ...refused, remaining: 0 })
    expect(limiter.take('a', 0)).toEqual({ ...refused, limit: 0, remaining: 0 })
  })

  it('applies a changed limit to what is already counted', () => {
    const { limiter } = setUp()
    takeMany(limiter, 'a', 100, 50)
    expect(limiter.take('a', 20)).toMatchObject({ allowed: false, remaining: 0 })
    expect(limiter.take('a', 200)).toMatchObject({ allowed: true, remaining: 149 })
  })

  it('tells by peek what take would answer, counting nothing', () => {
    const { limiter } = setUp()
    expect(limiter.peek('a', 2)).toMatchObject({ allowed: true, remaining: 2 })
    takeMany(limiter, 'a', 2, 1)
    expect(limiter.peek('a', 2)).toMatchObject({ allowed: true, remaining: 1 })
    takeMany(limiter, 'a', 2, 1)
    expect(limiter.peek('a', 2)).toEqual(limiter.take('a', 2))
    expect(limiter.peek('a', 0)).toMatchObject({ allowed: false, retryAfterSeconds: 60 })
  })
})

describe('the clock', () => {
  it('opens no second window when it steps back, and says how long that takes', () => {
    const { clock, limiter } = setUp()
    takeMany(limiter, 'a', 10, 10)
    clock.nowMs -= 600_000
    const verdict = limiter.take('a', 10)
    expect(verdict).toMatchObject({ allowed: false, retryAfterSeconds: 661 })
    clock.nowMs += 660_000
    expect(limiter.take('a', 10).allowed).toBe(false)
    clock.nowMs += 1_000
    expect(limiter.take('a', 10).allowed).toBe(true)
  })

  it('frees what time says when it steps forward', () => {
    const { clock, limiter } = setUp()
    takeMany(limiter, 'a', 10, 10)
    clock.nowMs += 86_400_000
    expect(takeMany(limiter, 'a', 10, 11)).toBe(10)
  })

  it('may have fractions of a millisecond', () => {
    const { clock, limiter, restart } = setUp(START_MS + 0.25)
    takeMany(limiter, 'a', 10, 10)
    clock.nowMs += 0.5
    expect(restart().take('a', 10).allowed).toBe(false)
  })
})

describe('a restart', () => {
  it('is exact after close', () => {
    const { clock, limiter, restart } = setUp()
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
    const { clock, limiter, restart } = setUp()
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
    const { clock, limiter, restart } = setUp()
    takeMany(limiter, 'a', 120, 1)
    clock.nowMs += 65_999
    expect(restart().peek('a', 120).remaining).toBe(114)
    clock.nowMs += 1
    expect(restart().peek('a', 120).remaining).toBe(120)
  })

  it('gives up what is left of a block after five seconds', () => {
    const { clock, disk, limiter } = setUp()
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
    const { disk, limiter } = setUp()
    disk.close()
    expect(() => limiter.take('a', 120)).toThrow('not open')
    expect(limiter.peek('a', 120).remaining).toBe(120)
  })

  it('never exceeds the limit over crashes, restarts, clock steps back and full memory', () => {
    const event = fc.oneof(
      { weight: 40, arbitrary: fc.constant('take' as const) },
      { weight: 1, arbitrary: fc.constantFrom('crash', 'close', 'step back') },
    )
    const bucket = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const step = fc.record({ event, gapMs, cost, bucket })
    const schedule = fc.array(step, { minLength: 150, maxLength: 300 })
    const room = fc.constantFrom(1, 2, 3, 1_000)
    fc.assert(
      fc.property(startMs, limit, schedule, room, (start, most, steps, maxBuckets) => {
        const { clock, disk, restart, limiter } = setUp(start, maxBuckets)
        const logs = new Map<string, NaiveLog>()
        let current = limiter
        let trueMs = start
        for (const { event: what, gapMs: gap, cost: price, bucket: name } of steps) {
          trueMs += gap
          clock.nowMs += gap
          if (what === 'step back') clock.nowMs -= gap * 2
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
    const { limiter } = setUp()
    await limiter[Symbol.asyncDispose]()
    limiter.close()
    expect(() => limiter.take('a', 10)).toThrow('closed')
  })
})

describe('memory', () => {
  it('gives an evicted bucket no new window', () => {
    const { limiter } = setUp(START_MS, 3)
    takeMany(limiter, 'a', 10, 10)
    for (const other of ['b', 'c', 'd', 'e']) limiter.take(other, 10)
    expect(limiter.peek('a', 10)).toMatchObject({ allowed: false, retryAfterSeconds: 61 })
    expect(limiter.take('a', 10)).toMatchObject({ allowed: false, retryAfterSeconds: 61 })
  })

  it('keeps that through a clean restart', () => {
    const { limiter, restart } = setUp(START_MS, 3)
    takeMany(limiter, 'a', 10, 10)
    for (const other of ['b', 'c', 'd', 'e']) limiter.take(other, 10)
    limiter.close()
    expect(restart().take('a', 10).allowed).toBe(false)
  })

  it('evicts the bucket idle for longest, and starts strangers with nothing', () => {
    const { clock, limiter } = setUp(START_MS, 2)
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
    const { clock, limiter } = setUp(START_MS, 1)
    takeMany(limiter, 'a', 10, 10)
    limiter.take('b', 10)
    clock.nowMs += 61_000
    expect(takeMany(limiter, 'a', 10, 11)).toBe(10)
  })

  it('lets the store forget blocks that no longer count', () => {
    const { clock, disk, limiter } = setUp()
    for (let minute = 0; minute < 10; minute++) {
      takeMany(limiter, 'a', 100, 100)
      clock.nowMs += 61_000
    }
    limiter.take('a', 100)
    expect(disk.recent(0).length).toBeLessThanOrEqual(41)
  })
})
