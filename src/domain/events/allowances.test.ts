import { expect, it } from 'vitest'
import { HOUR_MS } from '../../lib/time/clock.ts'
import { Allowances, HOURLY } from './allowances.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

const drain = (take: () => boolean): number => {
  let taken = 0
  while (taken < 1_000_000 && take()) taken += 1
  return taken
}

it('gives each address its own for each site, within an hour of the clock', () => {
  const allowances = new Allowances()
  const pages = (site: number, sender: string, at: number) =>
    drain(() => allowances.of(site, sender, at).take('pages'))
  expect(pages(1, 'a', NOW)).toBe(HOURLY.pages)
  expect(pages(1, 'a', NOW + HOUR_MS - 1)).toBe(0)
  expect(pages(2, 'a', NOW)).toBe(HOURLY.pages)
  expect(pages(1, 'b', NOW)).toBe(HOURLY.pages)
  expect(drain(() => allowances.of(1, 'a', NOW).take('topics'))).toBe(HOURLY.topics)
  expect(pages(1, 'a', NOW + HOUR_MS)).toBe(HOURLY.pages)
})

it('outlives a clock that jumps ahead and back', () => {
  const allowances = new Allowances()
  const at = (ms: number) => drain(() => allowances.of(1, 'a', ms).take('questions'))
  expect(at(NOW)).toBe(HOURLY.questions)
  expect(at(NOW + 24 * HOUR_MS)).toBe(HOURLY.questions)
  expect(at(NOW)).toBe(HOURLY.questions)
  expect(at(NOW)).toBe(0)
})

it('remembers so many addresses, and gives those beyond one allowance for each site', () => {
  const allowances = new Allowances()
  for (let i = 0; i < 50_000; i++) allowances.of(1, `sender${i}`, NOW).take('events')
  expect(drain(() => allowances.of(1, 'one more', NOW).take('topics'))).toBe(HOURLY.topics)
  expect(allowances.of(1, 'another', NOW).take('topics')).toBe(false)
  expect(allowances.of(2, 'another', NOW).take('topics')).toBe(true)
  expect(allowances.of(1, 'sender7', NOW).take('topics')).toBe(true)
})
