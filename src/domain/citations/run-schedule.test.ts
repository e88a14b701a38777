import { expect, it } from 'vitest'
import { nextRunAt, type RunSchedule } from './run-schedule.ts'

const HOUR_MS = 3_600_000

const next = (
  schedule: RunSchedule,
  now: string,
  { hour = 7, weekday = 1, zone = 'UTC', site = 'site_1' } = {},
): number | null => nextRunAt(site, { schedule, hour, weekday }, { zone, nowMs: Date.parse(now) })

it('is within the hour, later today or else tomorrow', () => {
  const before = next('daily', '2026-11-20T06:59:59Z')!
  expect(before - Date.parse('2026-11-20T07:00:00Z')).toBeGreaterThanOrEqual(0)
  expect(before - Date.parse('2026-11-20T07:00:00Z')).toBeLessThan(HOUR_MS)
  expect(next('daily', new Date(before).toISOString())! - before).toBe(24 * HOUR_MS)
  expect(next('off', '2026-11-20T06:59:59Z')).toBeNull()
})

it('is at another minute for another site', () => {
  const sites = Array.from({ length: 50 }, (_, i) => `site_${i}`)
  const minutes = sites.map((site) => next('daily', '2026-11-20T00:00:00Z', { site }))
  expect(new Set(minutes).size).toBe(sites.length)
})

it.each([1, 2, 3, 4, 5, 6, 7])('comes on day %i of the week', (weekday) => {
  const at = new Date(next('weekly', '2026-11-20T12:00:00Z', { weekday })!)
  expect(at.getUTCDay() === 0 ? 7 : at.getUTCDay()).toBe(weekday)
})

it.each([
  // There is no such hour on that day in Berlin: clocks go from 2 to 3.
  ['2027-03-27T23:30:00Z', 2, '2027-03-28T01'],
  // There are two, of which one is taken.
  ['2027-10-30T23:30:00Z', 2, '2027-10-31T01'],
  ['2027-06-30T23:30:00Z', 0, '2027-07-01T22'],
])('from %s on, at %i in Berlin, is in the hour %s', (now, hour, inUtc) => {
  const at = new Date(next('daily', now, { hour, zone: 'Europe/Berlin' })!).toISOString()
  expect(at.slice(0, 13)).toBe(inUtc)
})
