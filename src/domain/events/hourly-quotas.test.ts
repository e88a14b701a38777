import { expect, it } from 'vitest'
import { HOUR_MS } from '../../lib/time/clock.ts'
import { HourlyQuotas, HOURLY_QUOTA } from './hourly-quotas.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

const drain = (take: () => boolean): number => {
  let taken = 0
  while (taken < 1_000_000 && take()) taken += 1
  return taken
}

it('HourlyQuotas gives each address a quota of its own for each site and hour of the clock', () => {
  const quotas = new HourlyQuotas()
  const pages = (site: number, sender: string, at: number) =>
    drain(() => quotas.of(site, sender, at).take('pages'))
  expect(pages(1, 'a', NOW)).toBe(HOURLY_QUOTA.pages)
  expect(pages(1, 'a', NOW + HOUR_MS - 1)).toBe(0)
  expect(pages(2, 'a', NOW)).toBe(HOURLY_QUOTA.pages)
  expect(pages(1, 'b', NOW)).toBe(HOURLY_QUOTA.pages)
  expect(drain(() => quotas.of(1, 'a', NOW).take('topics'))).toBe(HOURLY_QUOTA.topics)
  expect(pages(1, 'a', NOW + HOUR_MS)).toBe(HOURLY_QUOTA.pages)
})

it('HourlyQuotas outlives a clock that jumps ahead and back', () => {
  const quotas = new HourlyQuotas()
  const at = (ms: number) => drain(() => quotas.of(1, 'a', ms).take('questions'))
  expect(at(NOW)).toBe(HOURLY_QUOTA.questions)
  expect(at(NOW + 24 * HOUR_MS)).toBe(HOURLY_QUOTA.questions)
  expect(at(NOW)).toBe(HOURLY_QUOTA.questions)
  expect(at(NOW)).toBe(0)
})

it('HourlyQuotas remembers 50,000 addresses, and gives those beyond one quota for each site', () => {
  const quotas = new HourlyQuotas()
  for (let i = 0; i < 50_000; i++) quotas.of(1, `sender${i}`, NOW).take('events')
  expect(drain(() => quotas.of(1, 'one more', NOW).take('topics'))).toBe(HOURLY_QUOTA.topics)
  expect(quotas.of(1, 'another', NOW).take('topics')).toBe(false)
  expect(quotas.of(2, 'another', NOW).take('topics')).toBe(true)
  expect(quotas.of(1, 'sender7', NOW).take('topics')).toBe(true)
})
