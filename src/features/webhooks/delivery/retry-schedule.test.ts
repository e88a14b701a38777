import { assert, date, double, integer, nat, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONGEST_WAIT_MS, MOST_ATTEMPTS, retryDelayMs } from './retry-schedule.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const HOUR = 3_600_000

const after = (attempts: number, retryAfter?: string, random = 0.5) =>
  retryDelayMs({ attempts, retryAfter, nowMs: NOW, random })

describe('retryDelayMs', () => {
  it('spreads ten attempts over three days', () => {
    const waits = Array.from({ length: 10 }, (_, i) => after(i + 1))
    expect(waits).toEqual([
      5_000,
      300_000,
      1_800_000,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
      undefined,
    ])
    expect(MOST_ATTEMPTS).toBe(10)
  })

  it('moves each wait by a fifth at most', () => {
    expect([after(1, undefined, 0), after(1, undefined, 1)]).toEqual([4_000, 6_000])
    expect(after(9, undefined, 1)).toBe(LONGEST_WAIT_MS)
  })

  it.each([
    ['a wait that is longer', 1, '600', 600_000],
    ['no more than an hour while waits are short', 1, '99999', HOUR],
    ['twice the wait where that is more', 5, '999999', 10 * HOUR],
    ['a day at most', 8, '999999999', 24 * HOUR],
    ['not a shorter wait', 3, '1', 1_800_000],
    ['a date', 1, 'Fri, 20 Nov 2026 12:10:00 GMT', 600_000],
    ['not a date that has passed', 1, 'Fri, 20 Nov 2026 11:00:00 GMT', 5_000],
    ['not a date in another form', 1, '2026-11-20T12:10:00Z', 5_000],
    ['not a word', 1, 'soon', 5_000],
    ['not a negative number', 1, '-5', 5_000],
  ])('heeds %s', (_, attempts, retryAfter, expected) => {
    expect(after(attempts, retryAfter)).toBe(expected)
  })

  it('gives a wait within its bounds, whatever a receiver asks for', () => {
    assert(
      property(
        integer({ min: 1, max: 9 }),
        oneof(
          string(),
          nat().map(String),
          date({ noInvalidDate: true }).map((at) => at.toUTCString()),
        ),
        double({ min: 0, max: 1, noNaN: true }),
        (attempts, retryAfter, random) => {
          const waitMs = after(attempts, retryAfter, random) ?? -1
          expect(waitMs).toBeGreaterThanOrEqual(after(attempts, undefined, 0) ?? 0)
          expect(waitMs).toBeLessThanOrEqual(LONGEST_WAIT_MS)
        },
      ),
    )
  })
})
