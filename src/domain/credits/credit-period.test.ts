import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { creditPeriodAt } from './credit-period.ts'

const at = (text: string): number => Date.parse(text)
const period = (anchor: string, now: string): string[] => {
  const { startMs, endMs } = creditPeriodAt(at(anchor), at(now))
  return [new Date(startMs).toISOString(), new Date(endMs).toISOString()]
}

it.each([
  ['2026-01-15T10:00:00Z', '2026-11-20T00:00:00Z', '2026-11-15T10:00', '2026-12-15T10:00'],
  ['2026-01-15T10:00:00Z', '2026-11-15T09:59:59.999Z', '2026-10-15T10:00', '2026-11-15T10:00'],
  ['2026-01-15T10:00:00Z', '2026-11-15T10:00:00Z', '2026-11-15T10:00', '2026-12-15T10:00'],
  ['2026-01-31T10:00:00Z', '2026-02-28T09:00:00Z', '2026-01-31T10:00', '2026-02-28T10:00'],
  ['2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z', '2026-02-28T10:00', '2026-03-31T10:00'],
  ['2024-02-29T00:00:00Z', '2026-03-01T00:00:00Z', '2026-02-28T00:00', '2026-03-29T00:00'],
  ['2026-12-31T00:00:00Z', '2026-06-01T00:00:00Z', '2026-05-31T00:00', '2026-06-30T00:00'],
])('months from %s around %s begin %s and end %s', (anchor, now, start, end) => {
  expect(period(anchor, now)).toEqual([`${start}:00.000Z`, `${end}:00.000Z`])
})

it('periods hold the moment, and the next one begins where one ends', () => {
  const moment = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2100-01-01T00:00:00Z') })
  fc.assert(
    fc.property(moment, moment, (anchor, now) => {
      const { startMs, endMs } = creditPeriodAt(anchor, now)
      expect(startMs <= now && now < endMs).toBe(true)
      expect(creditPeriodAt(anchor, endMs).startMs).toBe(endMs)
      expect(creditPeriodAt(anchor, startMs - 1).endMs).toBe(startMs)
    }),
  )
})
